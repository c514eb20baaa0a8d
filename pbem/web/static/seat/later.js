// What the orders in the box make possible, as passing the Ring from where a move ends: a list of its own at each unit.
"use strict";
Seat.later = (function () {
  var lines = Seat.lines;
  var onFile = new Map(Seat.units.map(function (unit) { return [unit, listed(unit)]; })); // as the page came

  function listed(unit) { return Array.from(unit.querySelectorAll(".later button")).map(lines.orderOf); }

  // List the orders of each entry; return whether any list has changed. One in the box stays, to be taken back.
  function show(entries, later) {
    return entries.map(function (entry, i) {
      if (entry.isAssumed || !entry.unit.querySelector(".later")) { return false; }
      var before = listed(entry.unit), found = later[i] || onFile.get(entry.unit);
      var kept = before.filter(function (one) { return entry.orders.includes(one) && !found.includes(one); });
      var now = found.concat(kept);
      if (now.join("\n") === before.join("\n")) { return false; }
      fill(entry.unit, now);
      return true;
    }).some(Boolean);
  }

  function fill(unit, orders) {
    var more = unit.querySelector(".later"), list = more.querySelector("ul");
    list.replaceChildren.apply(list, orders.map(row));
    more.querySelector("summary span").textContent = orders.length;
    more.hidden = !orders.length;
    if (unit.open) { Seat.lists.explain(unit); }
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
