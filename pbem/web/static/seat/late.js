// Default orders: those on file, until the box has the line DEFAULT with others, or CANCEL DEFAULT.
"use strict";
Seat.late = (function () {
  var lines = Seat.lines;
  var block = Seat.block("DEFAULT:", Seat.form ? JSON.parse(Seat.form.dataset.default) : [], "CANCEL DEFAULT");

  function isLate(rows, row) { return lines.whole(block.listed(rows)).includes(lines.whole([row])[0]); }

  // Return the rows of the box after an order of a unit was added to the default orders, or removed from them.
  function toggled(rows, unit, order, text) {
    var list = block.listed(rows).slice(), had = isLate(rows, text);
    var each = lines.whole(list), own = new Set(lines.ordersOf(unit));
    list = list.filter(function (row, i) { return had ? each[i] !== order : lines.isAdded(unit, each[i]) || !own.has(each[i]); });
    if (!had) { place(list, lines.headingsOf(unit).pop(), text); }
    return block.withList(rows, list);
  }

  function place(list, heading, text) {
    var at = heading ? list.indexOf(heading) : -1;
    if (heading && at < 0) { list.push(heading, text); }
    else { list.splice(heading ? at + 1 : list.length, 0, text); }
  }

  return { isLate: isLate, toggled: toggled };
}());
