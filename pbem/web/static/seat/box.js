// The text in the box as lines: to whom they belong, and where an order is written. Only the box is sent.
"use strict";
Seat.lines = (function () {
  var form = Seat.form, units = Seat.units;

  function rows() { return Seat.box.value.split("\n"); }

  // Return the order of a button, which also holds the heading above it, if there is one.
  function orderOf(button) { return button.value.split("\n").pop(); }

  function ordersOf(unit) { return Array.from(unit.querySelectorAll("li button")).map(orderOf); }

  // Return whether an order may be given in addition to the unit's own order, of which there is only one.
  function isAdded(unit, order) {
    var first = Seat.preferences.parts(unit, order)[0];
    return Array.from(unit.querySelectorAll(".added button")).some(function (one) { return orderOf(one) === first; });
  }

  // Return the headings of a unit: the line ASSUME if it is another power's, and that of the game if it has one.
  function headingsOf(unit) { return (unit.dataset.heading || "").split("\n").filter(Boolean); }

  function assumedFor(unit) { return headingsOf(unit).filter(isAssumed).map(plain).join(); }

  var headings = Array.from(new Set(units.flatMap(headingsOf))).map(plain);

  function plain(row) { return row.trim().replace(/:$/, "").toLowerCase(); }

  function isHeading(row) { return isAssumed(row) || headings.includes(plain(row)); }

  function isAssumed(row) { return /^\s*ASSUME\b/i.test(row); }

  // Return whether the orders below this line are not for this turn, or not the player's own.
  function isApart(row) { return /^\s*(ASSUME|DEFAULT|PHASE|LATER)\b/i.test(row); }

  // Return for each row the line ASSUME, DEFAULT or PHASE above it, "" for the player's own orders of the turn.
  // An empty line ends DEFAULT and PHASE, but not ASSUME.
  function owners(all) {
    var owner = "";
    return all.map(function (row) {
      if (isApart(row)) { owner = plain(row); }
      else if (!row.trim() && !isAssumed(owner)) { owner = ""; }
      return owner;
    });
  }

  // --- one action for several orders: "ACTIVATE one", then "other" on the next line ---

  var word = form && form.dataset.word, most = form ? Number(form.dataset.most) : 0;
  var another = form && form.querySelector(".another");
  var known = new Set(units.flatMap(ordersOf));

  function bare(row) { return Seat.terms.split(row.trim()).order; }

  function beginsAction(row) { return Boolean(word) && (row === word || row.startsWith(word + " ")); }

  // Return each row as it is in the lists: without conditions; below the word of an action, with that word before it.
  function whole(all) {
    var inside = false;
    return all.map(function (row) {
      var one = bare(row);
      if (beginsAction(one)) { inside = true; return one; }
      if (inside && known.has(word + " " + one)) { return word + " " + one; }
      if (known.has(one) || isApart(one)) { inside = false; }
      return one;
    });
  }

  // Return the row after the last action of an owner, if that action has room for one more order; else -1.
  function roomAt(all, owner) {
    var each = whole(all), whose = owners(all), first = -1, last = -1, number = 0;
    each.forEach(function (order, i) {
      if (whose[i] !== owner || !beginsAction(order)) { return; }
      if (beginsAction(bare(all[i]))) { first = i; number = 0; }
      number += order === word ? 0 : 1;
      last = i;
    });
    return first >= 0 && number < most ? last + 1 : -1;
  }

  function beginAnother(begins) { if (another) { another.querySelector("button").setAttribute("aria-pressed", begins ? "true" : "false"); } }

  function joins() { return !another || another.querySelector("button").getAttribute("aria-pressed") === "false"; }

  if (another) {
    another.hidden = false;
    another.querySelector("button").addEventListener("click", function () { beginAnother(joins()); });
  }

  // --- changes ---

  // Remove a row; the next order of its action takes over the word.
  function remove(all, at) {
    var each = whole(all), next = all[at + 1];
    if (beginsAction(bare(all[at])) && next !== undefined && beginsAction(each[at + 1]) && !beginsAction(bare(next))) {
      all[at + 1] = Seat.terms.exchanged(next, each[at + 1]);
    }
    all.splice(at, 1);
  }

  // Write an order at the end of the player's own or of those assumed for its power, below its heading if it has one.
  function write(all, unit, order) {
    while (all.length && !all[all.length - 1].trim()) { all.pop(); }
    var assumed = assumedFor(unit), heading = headingsOf(unit).pop() || "";
    if (assumed && !owners(all).includes(assumed)) { all.push(headingsOf(unit)[0]); } // assumed orders come last
    var whose = owners(all), end = whose.lastIndexOf(assumed) + 1;
    if (beginsAction(order)) {
      var room = joins() ? roomAt(all, assumed) : -1;
      beginAnother(false);
      if (room >= 0) { all.splice(room, 0, order.slice(word.length + 1)); return; }
    }
    if (form.dataset.first && order.startsWith(form.dataset.first + " ")) { end = whose.indexOf(assumed) + (assumed ? 1 : 0); }
    if (!heading || isAssumed(heading)) { all.splice(Math.max(0, end), 0, order); return; }
    var at = all.findIndex(function (row, i) { return whose[i] === assumed && plain(row) === plain(heading); });
    if (at < 0) { all.splice(end, 0, heading, order); return; }
    at += 1;
    while (at < end && !isHeading(all[at])) { at += 1; }
    all.splice(at, 0, order);
  }

  return {
    rows: rows, orderOf: orderOf, ordersOf: ordersOf, isAdded: isAdded, assumedFor: assumedFor,
    headingsOf: headingsOf, owners: owners, isAssumed: isAssumed, whole: whole, remove: remove, write: write
  };
}());
