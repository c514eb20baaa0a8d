// Which orders of each unit are in the box; choosing writes and removes them. The draft survives a reload.
"use strict";
Seat.choosing = (function () {
  var form = Seat.form, box = Seat.box, units = Seat.units, lines = Seat.lines, preferences = Seat.preferences, numbers = Seat.numbers;
  var chosen = new Map(); // the lines of each unit
  var rowsOf = new Map(); // the numbers of these lines in the box

  function ordersFor(unit) { return chosen.get(unit) || []; }

  // Return the line of a unit that has this order, alone or among other preferences.
  function lineWith(unit, order) {
    return ordersFor(unit).find(function (line) { return preferences.parts(unit, line).includes(order); });
  }

  function ownOrders(unit) { return ordersFor(unit).filter(function (one) { return !lines.isAdded(unit, one); }); }

  // Assign each line of the box to a unit that has such an order: first to one that had it before.
  function recompute() {
    var before = chosen, free = lines.whole(lines.rows()), whose = lines.owners(free);
    chosen = new Map(units.map(function (unit) { return [unit, []]; }));
    rowsOf = new Map(units.map(function (unit) { return [unit, []]; }));
    function take(unit, wanted) {
      for (var i = 0; i < free.length; i += 1) {
        var one = free[i];
        if (one && whose[i] === lines.assumedFor(unit) && wanted(one) && (lines.isAdded(unit, one) || numbers.fits(unit, ownOrders(unit), one))) {
          chosen.get(unit).push(one);
          rowsOf.get(unit).push(i);
          free[i] = "";
        }
      }
    }
    units.forEach(function (unit) { take(unit, function (line) { return (before.get(unit) || []).includes(line); }); });
    units.forEach(function (unit) {
      var own = new Set(lines.ordersOf(unit));
      take(unit, function (line) { return preferences.parts(unit, line).every(function (part) { return own.has(part); }); });
    });
    units.forEach(show);
    units.forEach(disable);
    form.dispatchEvent(new CustomEvent("orders", { detail: { entries: units.map(entryOf) } }));
  }

  // Return a unit as the other scripts of the page need it: its places, its orders and their rows in the box.
  function entryOf(unit) {
    return {
      unit: unit, places: Seat.where.placesOf(unit), orders: chosen.get(unit), rows: rowsOf.get(unit),
      isAssumed: Boolean(lines.assumedFor(unit))
    };
  }

  // Disable the orders that another entry has, such as one of several builds: they cannot be given twice, except to
  // several units with the same name.
  function disable(unit) {
    var others = new Set(units.flatMap(function (other) {
      return other.dataset.unit === unit.dataset.unit || lines.assumedFor(other) !== lines.assumedFor(unit) ? [] : chosen.get(other);
    }));
    unit.querySelectorAll("li button").forEach(function (one) {
      one.disabled = others.has(lines.orderOf(one)) && one.getAttribute("aria-pressed") === "false";
    });
  }

  function show(unit) {
    var own = chosen.get(unit), rows = lines.rows();
    function writtenAs(order, i) { return Seat.terms.exchanged(rows[rowsOf.get(unit)[i]], order); }
    if (!("file" in unit.dataset)) { unit.dataset.file = unit.querySelector(".chosen").textContent || Seat.filed.of(unit).join("; "); }
    unit.querySelector(".chosen").textContent = own.length ? own.map(writtenAs).join("; ") : unit.dataset.typed || unit.dataset.file;
    unit.querySelectorAll("li button").forEach(function (one) {
      one.setAttribute("aria-pressed", lineWith(unit, lines.orderOf(one)) ? "true" : "false");
    });
    preferences.offer(unit, own, lines.ordersOf(unit));
    numbers.offer(unit, own);
  }

  // Write an order of a unit into the box, instead of those that compete with it; or take it back if it is there.
  function choose(unit, order) {
    var rows = lines.rows(), had = lineWith(unit, order);
    if (had) { change(rows, unit, had, preferences.without(unit, had, order)); }
    else {
      var now = numbers.forTheRest(unit, ownOrders(unit), order);
      competing(unit, order).forEach(function (line) { change(rows, unit, line, ""); });
      lines.write(rows, unit, now);
      chosen.get(unit).push(now);
    }
    finish(unit, rows, had ? "" : now);
  }

  // Write a line with one more preference, or with another number, in place of the old line.
  function exchange(unit, line, other) {
    var rows = lines.rows();
    change(rows, unit, line, other);
    finish(unit, rows, other);
  }

  // Write these rows into the box. If a new row is given, it belongs to the unit.
  function rewrite(unit, rows, written) {
    if (unit) { finish(unit, rows, written || ""); return; }
    box.value = rows.join("\n");
    recompute();
    keep();
  }

  function competing(unit, order) {
    if (!lines.isAdded(unit, order)) { return numbers.hasRoom(unit, ownOrders(unit)) ? [] : ownOrders(unit); }
    var head = preferences.headOf(unit, order);
    return ordersFor(unit).filter(function (line) { return head && preferences.headOf(unit, line) === head; });
  }

  // Replace the row of a line of a unit; remove it if there is no other line. Another unit of the same name may have a
  // row with the same order.
  function change(rows, unit, line, other) {
    var own = chosen.get(unit), index = own.indexOf(line), at = rowsOf.get(unit)[index];
    if (other) { rows[at] = Seat.terms.exchanged(rows[at], other); }
    else {
      lines.remove(rows, at);
      rowsOf.get(unit).splice(index, 1);
      rowsOf.forEach(function (each) { each.forEach(function (row, i) { each[i] = row > at ? row - 1 : row; }); });
    }
    own.splice.apply(own, [index, 1].concat(other || []));
  }

  function finish(unit, rows, written) {
    box.value = rows.join("\n");
    form.dataset.latest = written;
    recompute();
    keep();
    if (Seat.said) { Seat.said.textContent = written ? form.dataset.written + " " + written : ""; }
    form.dispatchEvent(new CustomEvent("chosen", { detail: { unit: unit, isDone: Boolean(written) && !lines.isAdded(unit, written) } }));
  }

  // --- the draft survives a reload and the other forms of the page, until it is sent or the turn has changed ---

  var key = form && "draft " + form.dataset.turn, mark = key + ", sent";
  function keep() { try { localStorage.setItem(key, box.value); } catch (nothing) { /* private browsing */ } }
  function restore() {
    try {
      var isSent = form.dataset.sent && localStorage.getItem(mark);
      localStorage.removeItem(mark); // once; what is written from now on is another draft
      if (isSent) { localStorage.removeItem(key); }
      else if (!box.value) { box.value = localStorage.getItem(key) || ""; }
    } catch (nothing) { /* as above */ }
  }

  // Note whether the box is sent as orders: not WAIT, not press, and not only a preview.
  function note(event) {
    var isSent = event.target === form && !(event.submitter && event.submitter.hasAttribute("formaction"));
    try {
      if (isSent) { localStorage.setItem(mark, "yes"); }
      else { localStorage.removeItem(mark); }
    } catch (nothing) { /* as above */ }
  }

  if (form) { document.addEventListener("submit", note); }

  return { lineWith: lineWith, ordersFor: ordersFor, ownOrders: ownOrders, choose: choose, exchange: exchange, rewrite: rewrite, recompute: recompute, keep: keep, restore: restore };
}());
