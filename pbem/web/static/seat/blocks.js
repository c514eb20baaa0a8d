// Lines below a heading of their own, DEFAULT or PHASE RETREAT, in the box; they replace those on file.
"use strict";
Seat.block = function (heading, filed, cancel) {
  var lines = Seat.lines;

  function isCancel(row) { return Boolean(cancel) && row.trim().toUpperCase() === cancel; }

  // Return the rows of the box below the heading, with the heading itself, and all other rows.
  function parted(rows) {
    var whose = lines.owners(rows), name = heading.replace(":", "").toLowerCase();
    function isOwn(row, i) { return whose[i].startsWith(name); }
    return { own: rows.filter(isOwn), others: rows.filter(function (row, i) { return !isOwn(row, i) && !isCancel(row); }) };
  }

  // Return the lines that will be on file once the box is sent.
  function listed(rows) {
    var own = parted(rows).own;
    if (own.length) { return own.slice(1); }
    return rows.some(isCancel) ? [] : filed;
  }

  // Return the rows of the box with this list; without it if the same list is on file already.
  function withList(rows, list) {
    var others = parted(rows).others, end = others.findIndex(lines.isAssumed);
    if (list.join("\n") === filed.join("\n")) { return others; }
    while (end < 0 && others.length && !others[others.length - 1].trim()) { others.pop(); }
    others.splice(end < 0 ? others.length : end, 0, ...(list.length || !cancel ? [heading].concat(list) : [cancel]));
    return others;
  }

  return { listed: listed, withList: withList };
};
