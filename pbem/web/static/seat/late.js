// Default orders: those on file, until the box has the line DEFAULT with others, or CANCEL DEFAULT.
"use strict";
Seat.late = (function () {
  var lines = Seat.lines, HEADING = "DEFAULT:", CANCEL = "CANCEL DEFAULT";
  var filed = Seat.form ? JSON.parse(Seat.form.dataset.default) : [];

  function isCancel(row) { return row.trim().toUpperCase() === CANCEL; }

  // The rows of the box that are about default orders, and the others.
  function parted(rows) {
    var whose = lines.owners(rows);
    function isDefault(row, i) { return /^default\b/.test(whose[i]); }
    return { own: rows.filter(isDefault), others: rows.filter(function (row, i) { return !isDefault(row, i) && !isCancel(row); }) };
  }

  function listed(rows) {
    var own = parted(rows).own;
    if (own.length) { return own.slice(1); }
    return rows.some(isCancel) ? [] : filed;
  }

  function isLate(rows, row) { return lines.whole(listed(rows)).includes(lines.whole([row])[0]); }

  // The rows of the box after an order of a unit was added to the default orders, or taken away.
  function toggled(rows, unit, order, text) {
    var list = listed(rows).slice(), had = isLate(rows, text);
    var each = lines.whole(list), own = new Set(lines.ordersOf(unit));
    list = list.filter(function (row, i) { return had ? each[i] !== order : lines.isAdded(unit, each[i]) || !own.has(each[i]); });
    if (!had) { place(list, lines.headingsOf(unit).pop(), text); }
    return withList(parted(rows).others, list);
  }

  function place(list, heading, text) {
    var at = heading ? list.indexOf(heading) : -1;
    if (heading && at < 0) { list.push(heading, text); }
    else { list.splice(heading ? at + 1 : list.length, 0, text); }
  }

  function withList(rows, list) {
    var end = rows.findIndex(lines.isAssumed), block = list.length ? [HEADING].concat(list) : [CANCEL];
    if (list.join("\n") === filed.join("\n")) { return rows; }
    while (end < 0 && rows.length && !rows[rows.length - 1].trim()) { rows.pop(); }
    rows.splice(end < 0 ? rows.length : end, 0, ...block);
    return rows;
  }

  return { isLate: isLate, toggled: toggled };
}());
