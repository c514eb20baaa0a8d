// The map: loads the drawing of a turn, says what is at a place, and passes taps on to the lists.
"use strict";
Seat.liveMap = (function () {
  var STILL = 8; // pixels that a finger may move during a tap
  var map = Seat.map, said = Seat.said, places = Seat.places, where = Seat.where;
  var turn = document.getElementById("turn"), start = null;
  var tools = document.querySelector(".tools");

  // Say what is known of a place: its names, what the list of places says of it, and what is drawn there.
  function tell(titles) {
    var place = where.placeIn(titles);
    if (!place) { said.textContent = titles.join("; "); return; }
    var more = titles.filter(function (title) { return !(title in places); });
    said.textContent = [Seat.about[place] || place].concat(more).join("; ");
  }

  // Show the legend of the ring if the drawing of the turn has one.
  function explainRing(svg) {
    var ring = document.getElementById("ring");
    ring.hidden = !Array.from(svg.querySelectorAll("title")).some(function (one) { return one.textContent === ring.dataset.title; });
  }

  function show(svg) {
    map.replaceChildren(svg);
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    Seat.sightings.draw(svg);
    explainRing(svg);
    document.querySelector("[data-map=own]").disabled = !Seat.zoom.findsUnits(); // disabled and not hidden, so that nothing moves
    Seat.lists.locate();
    if (Seat.form) { Seat.choosing.recompute(); }
    Seat.zoom.begin(svg, function () { map.classList.add("live"); });
  }

  // Load the first drawing; the space of the buttons is reserved, so that nothing moves when it comes.
  function begin() {
    tools.hidden = false;
    load("").then(listen).catch(function () { tools.hidden = true; }); // the picture stays as it is
  }

  function load(query) {
    return fetch(map.dataset.src + query, { credentials: "same-origin" }).then(function (answer) {
      if (!answer.ok) { throw new Error("no map"); }
      return answer.text();
    }).then(function (text) {
      var svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      if (svg.nodeName === "svg") { show(document.importNode(svg, true)); }
    });
  }

  function isEarlier() { return Boolean(turn && turn.value); }

  function tap(event) {
    var moved = start ? Math.hypot(event.clientX - start[0], event.clientY - start[1]) : 0;
    if (moved >= STILL) { return; }
    var titles = where.titlesAt(event.clientX, event.clientY), place = where.placeIn(titles);
    tell(titles);
    if (place && Seat.units.length && !isEarlier()) { Seat.lists.tapped(place, titles); } // units may stand elsewhere now
  }

  function toggleArrows(button) {
    button.setAttribute("aria-pressed", map.classList.toggle("no-arrows") ? "false" : "true");
  }

  function listen() {
    var buttons = Object.assign({ sightings: Seat.sightings.toggle, arrows: toggleArrows }, Seat.zoom.buttons);
    map.addEventListener("wheel", Seat.zoom.wheel, { passive: false });
    map.addEventListener("pointerdown", function (event) { start = [event.clientX, event.clientY]; }, true);
    map.addEventListener("click", tap);
    map.addEventListener("pointermove", function (event) {
      if (event.pointerType === "mouse" && !event.buttons) { tell(where.titlesAt(event.clientX, event.clientY)); }
    });
    tools.addEventListener("click", function (event) {
      var act = buttons[event.target.dataset.map];
      if (act) { act(event.target); }
    });
    if (turn) {
      turn.addEventListener("change", function () {
        load(turn.value ? "?turn=" + turn.value : "").catch(function () { /* the map stays as it is */ });
      });
    }
  }

  return { begin: begin };
}());
