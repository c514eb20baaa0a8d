// Which orders of each unit are in the box; choosing writes and removes them. The draft survives a reload.
"use strict";
Seat.choosing = (function () {
  var form = Seat.form, box = Seat.box, units = Seat.units, lines = Seat.lines;
  var chosen = new Map(); // the lines of each unit
  var rowsOf = new Map(); // the numbers of these lines in the box

  function ordersFor(unit) { return chosen.get(unit) || []; }

  function ownOrders(unit) { return ordersFor(unit).filter(function (one) { return !lines.isAdded(unit, one); }); }

  // Assign each line of the box to a unit that has such an order: first to one that had it before.
  function recompute() {
    var before = chosen, free = lines.whole(lines.rows()), whose = lines.owners(free);
    chosen = new Map(units.map(function (unit) { return [unit, []]; }));
    rowsOf = new Map(units.map(function (unit) { return [unit, []]; }));
    function take(unit, wanted) {
      for (var i = 0; i < free.length; i += 1) {
        var one = free[i];
        if (one && whose[i] === lines.assumedFor(unit) && wanted(one) && (lines.isAdded(unit, one) || !ownOrders(unit).length)) {
          chosen.get(unit).push(one);
          rowsOf.get(unit).push(i);
          free[i] = "";
        }
      }
    }
    units.forEach(function (unit) { take(unit, function (line) { return (before.get(unit) || []).includes(line); }); });
    units.forEach(function (unit) { var own = new Set(lines.ordersOf(unit)); take(unit, function (line) { return own.has(line); }); });
    units.forEach(show);
    units.forEach(disable);
    form.dispatchEvent(new CustomEvent("orders", { detail: { entries: units.map(entryOf) } }));
  }

  // A unit as the other scripts of the page need it: its places, its orders, and their rows in the box.
  function entryOf(unit) {
    return {
      unit: unit, places: Seat.where.placesOf(unit), orders: chosen.get(unit), rows: rowsOf.get(unit),
      isAssumed: Boolean(lines.assumedFor(unit))
    };
  }

  // An order that another entry has, as one of several builds, cannot be given twice.
  function disable(unit) {
    var others = new Set(units.flatMap(function (other) {
      return other === unit || lines.assumedFor(other) !== lines.assumedFor(unit) ? [] : chosen.get(other);
    }));
    unit.querySelectorAll("button").forEach(function (one) {
      one.disabled = others.has(lines.orderOf(one)) && one.getAttribute("aria-pressed") === "false";
    });
  }

  function show(unit) {
    var own = chosen.get(unit);
    if (!("file" in unit.dataset)) { unit.dataset.file = unit.querySelector(".chosen").textContent || Seat.filed.of(unit).join("; "); }
    unit.querySelector(".chosen").textContent = own.length ? own.join("; ") : unit.dataset.typed || unit.dataset.file;
    unit.querySelectorAll("button").forEach(function (one) {
      one.setAttribute("aria-pressed", own.includes(lines.orderOf(one)) ? "true" : "false");
    });
  }

  // Write an order of a unit into the box, instead of its other one; or take it back if it is there.
  function choose(unit, order) {
    var own = chosen.get(unit), rows = lines.rows(), had = own.includes(order);
    function remove(line) {
      var whose = lines.owners(rows);
      var at = lines.whole(rows).findIndex(function (row, i) { return row === line && whose[i] === lines.assumedFor(unit); });
      if (at >= 0) { lines.remove(rows, at); }
      own.splice(own.indexOf(line), 1);
    }
    if (had) { remove(order); }
    else {
      if (!lines.isAdded(unit, order)) { ownOrders(unit).forEach(remove); }
      lines.write(rows, unit, order);
      own.push(order);
    }
    box.value = rows.join("\n");
    form.dataset.latest = had ? "" : order;
    recompute();
    keep();
    if (Seat.said) { Seat.said.textContent = had ? "" : form.dataset.written + " " + order; }
    form.dispatchEvent(new CustomEvent("chosen", { detail: { unit: unit, isDone: !had && !lines.isAdded(unit, order) } }));
  }

  // --- the draft survives a reload, until it is sent or the turn has changed ---

  var key = form && "draft " + form.dataset.turn;
  function keep() { try { localStorage.setItem(key, box.value); } catch (nothing) { /* private browsing */ } }
  function restore() {
    try {
      if (form.dataset.sent) { localStorage.removeItem(key); }
      else if (!box.value) { box.value = localStorage.getItem(key) || ""; }
    } catch (nothing) { /* as above */ }
  }

  return { ordersFor: ordersFor, ownOrders: ownOrders, choose: choose, recompute: recompute, keep: keep, restore: restore };
}());
