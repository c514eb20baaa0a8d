// Lines below a heading of their own, DEFAULT or PHASE RETREAT, in the box; they replace those on file.
"use strict";
Seat.block = function (heading, filed, cancel) {
  var lines = Seat.lines;

  function isCancel(row) { return Boolean(cancel) && row.trim().toUpperCase() === cancel; }

  // The rows of the box that stand below the heading, with it, and the others.
  function parted(rows) {
    var whose = lines.owners(rows), name = heading.replace(":", "").toLowerCase();
    function isOwn(row, i) { return whose[i].startsWith(name); }
    return { own: rows.filter(isOwn), others: rows.filter(function (row, i) { return !isOwn(row, i) && !isCancel(row); }) };
  }

  // The lines that will be on file once the box is sent.
  function listed(rows) {
    var own = parted(rows).own;
    if (own.length) { return own.slice(1); }
    return rows.some(isCancel) ? [] : filed;
  }

  // The rows of the box with this list; nothing is written if it is on file.
  function withList(rows, list) {
    var others = parted(rows).others, end = others.findIndex(lines.isAssumed);
    if (list.join("\n") === filed.join("\n")) { return others; }
    while (end < 0 && others.length && !others[others.length - 1].trim()) { others.pop(); }
    others.splice(end < 0 ? others.length : end, 0, ...(list.length || !cancel ? [heading].concat(list) : [cancel]));
    return others;
  }

  return { listed: listed, withList: withList };
};
