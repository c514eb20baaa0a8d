// The few orders of a unit that name the tapped place, as buttons below the map, which stays in view.
"use strict";
Seat.offers = (function () {
  var MOST = 8; // buttons; if there are more orders, the shortest ones and a button that leads to the list
  var form = Seat.form, area = document.getElementById("offers"), shown = null; // the unit whose orders are shown

  function clear() { show(null, []); }

  function make(unit, order) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = order;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", function () { Seat.choosing.choose(unit, order); });
    return button;
  }

  function toList(unit) {
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = area.dataset.list;
    button.addEventListener("click", function () {
      unit.scrollIntoView();
      unit.querySelector("summary").focus({ preventScroll: true });
    });
    return button;
  }

  function shortest(orders) {
    var few = orders.slice().sort(function (a, b) { return a.length - b.length; }).slice(0, MOST);
    return orders.filter(function (order) { return few.includes(order); });
  }

  function press() {
    area.querySelectorAll("button[aria-pressed]").forEach(function (one) {
      one.setAttribute("aria-pressed", Seat.choosing.lineWith(shown, one.textContent) ? "true" : "false");
    });
  }

  // Add a button for each of these units, after a word that says what they are.
  function toTurnTo(others, turn, word) {
    if (!others.length) { return []; }
    var words = document.createElement("em");
    words.textContent = word;
    return [words].concat(others.map(function (other) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = Seat.nameOf(other);
      button.addEventListener("click", function () { turn(other); });
      return button;
    }));
  }

  // Show these rows of a unit's list; "instead" if one of its orders is chosen already. *turn* leads to one of the
  // other units at the place that was tapped.
  function show(unit, rows, others, turn) {
    if (!area) { return; }
    var own = rows.filter(function (row) { return !row.closest(".added") || !unit.querySelector(":scope > ul"); }); // without orders that are given in addition
    var buttons = own.map(function (row) { return row.querySelector("button"); }).filter(function (one) { return !one.disabled; });
    var orders = buttons.map(Seat.lines.orderOf), few = shortest(orders);
    shown = unit;
    area.querySelector("span").textContent = unit && Seat.choosing.ownOrders(unit).length ? area.dataset.instead : area.dataset.one;
    area.replaceChildren.apply(area, toTurnTo(others || [], turn, area.dataset.units).concat(area.querySelector("span"), few.map(function (order) { return make(unit, order); })));
    if (few.length < orders.length) { area.append(toList(unit)); }
    area.querySelector("span").hidden = !orders.length;
    area.hidden = !orders.length && !(others || []).length;
    press();
  }

  // Show units of which one may be meant; call *turn* with the one that is chosen.
  function showUnits(units, turn) {
    if (!area) { return; }
    shown = null;
    area.replaceChildren.apply(area, toTurnTo(units, turn, area.dataset.which).concat(area.querySelector("span")));
    area.querySelector("span").hidden = true;
    area.hidden = false;
  }

  if (form && area) {
    form.addEventListener("orders", function () { if (shown) { press(); } });
    form.addEventListener("toggle", function (event) { // another unit was opened, which has buttons of its own
      if (shown && event.target.open && Seat.units.includes(event.target) && event.target !== shown) { clear(); }
    }, true);
  }

  return { show: show, showUnits: showUnits, clear: clear };
}());
