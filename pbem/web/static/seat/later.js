// Lists what the orders in the box make possible: beside the other orders, such as passing the Ring from where a move
// ends; or in place of a list, such as what a piece may do at the place that was chosen first.
"use strict";
Seat.later = (function () {
  var lines = Seat.lines, ACTIONS = ":scope > .actions", ADDED = ":scope > .later > ul";
  var onFile = new Map(Seat.units.map(function (unit) { // as they were when the page was loaded
    return [unit, { actions: listed(unit, ACTIONS), added: listed(unit, ADDED) }];
  }));

  function listed(unit, list) { return Array.from(unit.querySelectorAll(list + " button")).map(lines.orderOf); }

  // List the orders of each entry; return whether any list has changed.
  function show(entries, answer) {
    return entries.map(function (entry, i) {
      if (entry.isAssumed || !entry.unit.querySelector(ADDED)) { return false; }
      var came = onFile.get(entry.unit), instead = answer.instead[i] || [];
      var isNew = fill(entry, ACTIONS, instead.length ? instead : came.actions);
      if (!fill(entry, ADDED, answer.later[i] || came.added)) { return isNew; }
      count(entry.unit);
      return true;
    }).some(Boolean);
  }

  // Make the rows of a list that are new, and return whether anything changed. An order that is in the box keeps its row,
  // so that it can be taken back.
  function fill(entry, list, found) {
    var before = listed(entry.unit, list);
    var kept = before.filter(function (one) { return entry.orders.includes(one) && !found.includes(one); });
    var now = found.concat(kept), rows = entry.unit.querySelector(list);
    if (!rows || now.join("\n") === before.join("\n")) { return false; }
    var old = Array.from(rows.children);
    Seat.arrange(rows, now.map(function (order) { return old[before.indexOf(order)] || row(order); }));
    return true;
  }

  function count(unit) {
    var number = listed(unit, ADDED).length;
    unit.querySelector(".later > summary span").textContent = number;
    unit.querySelector(".later > p").hidden = number > 0;
  }

  function row(order) {
    var one = document.createElement("li"), button = document.createElement("button");
    button.type = "submit";
    button.name = "order";
    button.value = button.textContent = order;
    one.append(button);
    return one;
  }

  return { show: show };
}());
