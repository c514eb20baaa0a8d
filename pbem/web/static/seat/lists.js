// The lists of orders: narrows them to a place that was tapped on the map, and says what to do next.
"use strict";
Seat.lists = (function () {
  var FAR = " => "; // a strategic move
  var form = Seat.form, units = Seat.units, places = Seat.places, lines = Seat.lines, where = Seat.where, choosing = Seat.choosing;
  var filter = form && form.querySelector(".filter"), next = document.getElementById("next");
  var aimed = null; // the unit whose orders are narrowed to a target
  var advised = null; // the unit that the line below the map is about
  var settled = null; // the unit that was given its order since it was opened

  function showAll() {
    units.forEach(function (unit) {
      unit.hidden = false;
      unit.querySelectorAll("li").forEach(function (row) { row.hidden = false; });
    });
    units.filter(function (unit) { return unit.open; }).forEach(explain);
    filter.hidden = true;
    aimed = null;
  }

  // Show the full names of the places whose short names are in the orders shown for a unit.
  function explain(unit) {
    var key = unit.querySelector(".key");
    var text = Array.from(unit.querySelectorAll("li:not([hidden]) > button")).map(lines.orderOf).join("\n");
    key.textContent = Object.values(places).filter(function (names) {
      return names.length > 1 && where.names(text, [names[0]]);
    }).map(function (names) { return names[0] + "\u00a0" + names[1].replace(/ /g, "\u00a0"); }).sort().join(", ");
    key.hidden = !key.textContent;
  }

  function say(words, place) {
    filter.querySelector("span").textContent = words + " " + place + ".";
    filter.hidden = false;
  }

  // Say where each piece stands, if neither its name nor the page does.
  function locate() {
    units.forEach(function (unit) {
      var found = where.placesOf(unit);
      if (lines.assumedFor(unit) || found.length !== 1 || unit.querySelector(".where") || where.names(unit.dataset.unit, places[found[0]])) { return; }
      var at = document.createElement("span");
      at.className = "where";
      at.textContent = found[0];
      unit.querySelector(".chosen").before(at, " ");
    });
  }

  // Decide what a tap on a place means: another unit beside the open one, else the target of the open unit, else a unit
  // that stands there, else what may be ordered there. If the open unit was just given its order, another unit that is
  // tapped is not its target.
  function tapped(place, titles) {
    var open = units.find(function (unit) { return unit.open; }), here = where.unitsAt(place, titles);
    Seat.offers.clear();
    var isDone = open && open === settled && (here.some(function (unit) { return unit !== open; }) || hasNext(open, place));
    var beside = open && here.includes(open) ? where.unitsDrawn(here, titles[0]) : [];
    if (beside.length && !beside.includes(open)) {
      showAll();
      open.open = false;
      openFirst(here, place, titles);
      return;
    }
    if (open && !isDone && aim(open, place, here, titles)) { return; }
    var able = here.length ? [] : ableAt(place);
    showAll();
    if (open && !isDone && !here.length && !able.length) { miss(open, place); return; }
    units.forEach(function (unit) { unit.open = false; });
    if (here.length) { openFirst(here, place, titles); }
    else { offer(able, place, isDone ? null : open); }
  }

  // Return whether another of several builds or removals, without an order yet, may be for a place: one that was just
  // given its order is not for a second place.
  function hasNext(unit, place) {
    var all = lines.ordersOf(unit).join("\n");
    return !choosing.ownOrders(unit).some(function (order) { return where.targetsOf(unit, order).includes(place); }) &&
      units.some(function (other) {
        return other !== unit && !choosing.ownOrders(other).length && lines.ordersOf(other).join("\n") === all && where.rowsFor(other, place).length;
      });
  }

  // Return what may be ordered at a place; what needs no order, such as a proxy, only if there is nothing else.
  function ableAt(place) {
    var able = units.filter(function (unit) { return where.rowsFor(unit, place).length; });
    var owed = able.filter(function (unit) { return !unit.dataset.extra; });
    return owed.length ? owed : able;
  }

  // Open a unit at a place: of those that were tapped, the first that has no order yet. Offer the others.
  function openFirst(here, place, titles) {
    var own = here.filter(function (unit) { return !lines.assumedFor(unit); }), drawn = where.unitsDrawn(here, titles[0]);
    var some = [drawn, own, here].find(function (one) { return one.length; });
    var first = some.find(function (unit) { return !isOrdered(unit); }) || some.find(function (unit) { return !choosing.ownOrders(unit).length; }) || some[0];
    if (here.length > 1) { only(here, form.dataset.units, place); }
    first.open = true;
    advise(first, "target");
    offerOthers(here.filter(function (unit) { return unit !== first; }), first, place);
  }

  function offerOthers(others, first, place) {
    Seat.offers.show(first, [], others, function (other) { turnTo(other, place); });
  }

  function isOrdered(unit) { return choosing.ownOrders(unit).length || unit.dataset.typed || Seat.filed.of(unit).length; }

  // Say that no order names this place; the unit stays open.
  function miss(unit, place) {
    say(form.dataset.none, place);
    advise(unit, "missed");
  }

  // Show what may be ordered at a place where no unit of the player stands; not the unit that was open before.
  function offer(able, place, missed) {
    if (!able.length) { say(form.dataset.none, place); advise(null); return; }
    var there = oneOfAll(able);
    there.forEach(function (unit) { narrow(unit, where.rowsFor(unit, place)); });
    only(there, form.dataset.here, place);
    if (there.length === 1) {
      there[0].open = true;
      Seat.offers.show(there[0], where.rowsFor(there[0], place));
    }
    else { Seat.offers.showUnits(there, function (unit) { sendTo(unit, place); }); }
    advise(there[0], there.length === 1 ? "several" : "units");
    if (!next) { return; }
    var isOne = there.length === 1 && (missed || where.rowsFor(there[0], place).length === 1); // one entry, with a single order for the place or after a miss
    if (isOne) { next.querySelector("span").textContent = Seat.nameOf(there[0]) + " " + next.dataset.able; }
    if (isOne || missed) { next.querySelector("strong").textContent = missed ? Seat.nameOf(missed) + ": " + next.dataset.missed : ""; }
  }

  // Return only the first entry without an order, if all have the same list, as builds or removals have.
  function oneOfAll(able) {
    var lists = new Set(able.map(function (unit) { return lines.ordersOf(unit).join("\n"); }));
    if (lists.size > 1) { return able; }
    return [able.find(function (unit) { return !choosing.ownOrders(unit).length; }) || able[0]];
  }

  // Make the place the target of the unit that was chosen from several.
  function sendTo(unit, place) {
    Seat.offers.clear();
    unit.open = true;
    advise(unit, "several");
    aim(unit, place, [], []);
  }

  // Say below the map what to do next, and lead to the list: the map itself stays in view.
  function advise(unit, words) {
    advised = unit;
    if (!next) { return; }
    next.hidden = !unit;
    if (!unit) { return; }
    next.querySelector("strong").textContent = words === "units" ? "" : Seat.nameOf(unit) + ":";
    next.querySelector("span").textContent = next.dataset[words];
    next.querySelector("button").textContent = next.dataset.list;
  }

  // Return whether an entry owes an order: not builds and cards, of which the player may use any number.
  function owes(unit) {
    return !lines.assumedFor(unit) && !unit.dataset.extra && Boolean(unit.querySelector(":scope > ul")) && Seat.numbers.isOwed(unit);
  }

  // After an order was chosen or taken back, say how many entries have one, and lead to the box.
  function count() {
    advised = null;
    if (!next) { return; }
    var able = units.filter(owes);
    var done = able.filter(isOrdered);
    next.hidden = false;
    next.querySelector("strong").textContent = form.dataset.word || !able.length // of all armies, few may be activated in a turn
      ? next.dataset.actions + " " + units.reduce(function (sum, unit) { return sum + (lines.assumedFor(unit) ? 0 : choosing.ordersFor(unit).length); }, 0) + "."
      : next.dataset.counted + " " + done.length + " of " + able.length + ".";
    next.querySelector("span").textContent = "";
    next.querySelector("button").textContent = next.dataset.send;
  }

  function lead() { // scroll to the list of the unit, else to the button that sends
    var to = advised || form.querySelector("button.main");
    var isNarrowed = advised && units.some(function (unit) { return unit.hidden; }); // a line above them says so, and must be visible
    (isNarrowed ? filter : to).scrollIntoView({ block: advised ? "start" : "center" });
    (advised ? advised.querySelector("summary") : to).focus({ preventScroll: true });
  }

  function only(some, words, place) {
    units.forEach(function (unit) { unit.hidden = !some.includes(unit); });
    say(words, place);
  }

  function narrow(unit, fit) {
    unit.querySelectorAll("li").forEach(function (row) { row.hidden = !fit.includes(row); });
    unit.querySelectorAll(".added").forEach(function (more) { more.open = fit.some(function (row) { return more.contains(row); }); });
    explain(unit);
  }

  // Narrow the orders of a unit to a target, and choose the only one, or the move there. Nothing is chosen if the unit
  // itself was tapped, or another unit of the player, which may be the next to be ordered.
  function aim(unit, place, here, titles) {
    var others = here.filter(function (other) { return other !== unit; }), isOwn = here.includes(unit);
    var fit = isOwn ? where.rowsOfStay(unit).concat(where.rowsFor(unit, place)) : where.rowsFor(unit, place);
    if (!fit.length) { return false; }
    showAll();
    narrow(unit, fit);
    aimed = unit;
    say(form.dataset.here, place);
    var one = isOwn || where.unitDrawn(others, titles[0]) ? null : meant(unit, fit, place, others.length > 0);
    if (!one) { advise(unit, isOwn ? "own" : fit.length > 1 ? "several" : "single"); }
    else if (!choosing.lineWith(unit, lines.orderOf(one.firstElementChild))) { choosing.choose(unit, lines.orderOf(one.firstElementChild)); }
    Seat.offers.show(unit, fit.filter(function (row) { return row !== one; }), others, function (other) { turnTo(other, place); });
    return true;
  }

  // Return the order that was meant by a tap on a place, if that is clear. Where another unit of the player stands, it
  // may be the next to be ordered: a strategic move, which goes to every place of the own side, is not clear then.
  function meant(unit, fit, place, isTaken) {
    function isClear(row) { return !isTaken || !lines.orderOf(row.firstElementChild).includes(FAR); }
    var direct = fit.filter(function (row) { return where.isStraight(unit, lines.orderOf(row.firstElementChild), place); });
    var one = fit.length === 1 ? fit[0] : direct.length === 1 ? direct[0] : null;
    return one && isClear(one) ? one : null;
  }

  // Open another unit at the place that was tapped.
  function turnTo(unit, place) {
    Seat.offers.clear();
    showAll();
    units.forEach(function (other) { other.open = false; });
    openFirst([unit], place, []);
  }

  // Show all lists, and close them, as before the first tap.
  function reset() {
    Seat.offers.clear();
    showAll();
    units.forEach(function (unit) { unit.open = false; });
    advise(null);
  }

  function opened(unit) {
    if (settled !== unit) { settled = null; }
    explain(unit);
    units.forEach(function (other) { if (other !== unit) { other.open = false; } });
  }

  // Open or close a unit, and close the others; the line that was tapped stays where it is on the screen, also where
  // there are two columns, below which an open unit moves.
  function toggle(unit) {
    var isOpen = unit.open;
    Seat.still(unit, "top", function () {
      units.forEach(function (other) { other.open = other === unit && !isOpen; });
    });
  }

  function press(unit, button) {
    if (button.dataset.instead) { choosing.exchange(unit, button.dataset.line, button.dataset.instead); }
    else { choosing.choose(unit, lines.orderOf(button)); }
  }

  function listen() {
    units.forEach(function (unit) {
      unit.addEventListener("click", function (event) {
        var button = event.target.closest("button");
        if (button) {
          event.preventDefault();
          Seat.still(button, "top", function () { press(unit, button); }); // the lines below the map need more room
        }
        else if (event.target.closest("summary") && !event.target.closest(".added, .terms")) {
          if (aimed && (aimed !== unit || !unit.open)) { showAll(); }
          explain(unit); // what is below must not move when a finger is on its way there
          event.preventDefault();
          toggle(unit);
          Seat.zoom.follow(unit);
        }
      });
      unit.querySelectorAll(".added > summary").forEach(function (more) { // none of its orders is for the place that was tapped
        more.addEventListener("click", function () {
          if (!more.parentNode.querySelector("li:not([hidden])")) { Seat.still(more, "top", showAll); }
        });
      });
      unit.addEventListener("toggle", function () {
        if (unit.open) { opened(unit); return; }
        if (settled === unit) { settled = null; }
        if (advised === unit) { advise(null); }
      });
    });
    form.addEventListener("chosen", function (event) {
      settled = event.detail.isDone ? event.detail.unit : null;
      count();
    });
    if (filter) { filter.querySelector("button").addEventListener("click", showAll); }
    if (next) { next.querySelector("button").addEventListener("click", lead); }
  }

  return { locate: locate, tapped: tapped, listen: listen, count: count, reset: reset };
}());
