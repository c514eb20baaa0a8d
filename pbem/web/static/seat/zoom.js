// Zoom and pan: to the own units, by buttons, keys, wheel and fingers.
"use strict";
Seat.zoom = (function () {
  var NARROW = 600, LEAST = 2.4, MOST = 6; // pixels; how far a narrow map is zoomed to the units at least, and at most
  var ROOM = 0.55; // the part of the map that the units take: the places around them are their targets
  var MOVES = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  var map = Seat.map, where = Seat.where, zoom = null;

  // Where the map shows the places at which some units stand, in pixels of the whole map.
  function areasOf(some) {
    var svg = map.querySelector("svg"), all = svg.getBoundingClientRect(), scale = all.width / svg.clientWidth;
    var own = some.filter(function (unit) { return !Seat.lines.assumedFor(unit); });
    var here = own.flatMap(where.placesOf);
    if (!here.length) { here = own.flatMap(where.goalsOf); } // of builds and spells, where they can be
    if (!own.length) { here = where.ownPlaces(); }
    return here.map(function (place) { return where.areaOf(svg, place); }).filter(Boolean).map(function (area) {
      var one = area.getBoundingClientRect();
      return { x: (one.x - all.x) / scale, y: (one.y - all.y) / scale, width: one.width / scale, height: one.height / scale };
    });
  }

  // Show these areas in the middle of the map, as large as there is room for.
  function to(areas, scale) {
    if (!areas.length) { return; }
    var svg = map.querySelector("svg"), wide = svg.clientWidth, high = svg.clientHeight;
    var left = Math.min.apply(null, areas.map(function (one) { return one.x; }));
    var top = Math.min.apply(null, areas.map(function (one) { return one.y; }));
    var right = Math.max.apply(null, areas.map(function (one) { return one.x + one.width; }));
    var bottom = Math.max.apply(null, areas.map(function (one) { return one.y + one.height; }));
    var fit = ROOM * Math.min(wide / (right - left), high / (bottom - top));
    var least = wide < NARROW ? LEAST : 1;
    zoom.zoom(scale || Math.max(least, Math.min(MOST, fit)), { animate: false });
    var x = (wide - left - right) / 2, y = (high - top - bottom) / 2;
    afterDrawing(function () { zoom.pan(x, y, { animate: false }); }); // it measures what is drawn
  }

  function afterDrawing(then) { requestAnimationFrame(function () { requestAnimationFrame(then); }); }

  function touches() { // the finger scrolls the page over the whole map, and moves a zoomed one
    map.style.touchAction = map.querySelector("svg").style.touchAction = zoom.getScale() > 1 ? "none" : "pan-y";
  }

  // Make a new drawing zoom and pan, and show the own units on a narrow screen; then call *ready*.
  function begin(svg, ready) {
    if (zoom) { zoom.destroy(); }
    zoom = window.Panzoom(svg, { maxScale: 8, minScale: 1, contain: "outside", step: 0.4, cursor: "grab", panOnlyWhenZoomed: true });
    svg.addEventListener("panzoomchange", touches);
    touches();
    svg.addEventListener("keydown", press);
    setTimeout(function () { // after Panzoom has begun
      if (svg.clientWidth < NARROW) { to(areasOf(Seat.units)); }
      afterDrawing(function () { afterDrawing(ready); }); // zoomed; the pan that follows is drawn a frame later
    }, 0);
  }

  function press(event) {
    var way = MOVES[event.key];
    if (way) { zoom.pan(way[0], way[1], { relative: true }); event.preventDefault(); }
    if (event.key === "+") { zoom.zoomIn(); }
    if (event.key === "-") { zoom.zoomOut(); }
  }

  function follow(unit) { // where it stands, if the map is zoomed
    if (zoom && zoom.getScale() > 1) { to(areasOf([unit]), zoom.getScale()); }
  }

  return {
    begin: begin,
    follow: follow,
    findsUnits: function () { return areasOf(Seat.units).length > 0; },
    wheel: function (event) { if (event.ctrlKey) { zoom.zoomWithWheel(event); } },
    buttons: { // by data-map
      "in": function () { zoom.zoomIn(); },
      "out": function () { zoom.zoomOut(); },
      "reset": function () { zoom.reset(); },
      "own": function () { to(areasOf(Seat.units)); }
    }
  };
}());
