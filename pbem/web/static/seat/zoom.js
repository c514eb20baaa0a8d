// Zooms and moves the map: to the player's units, and by buttons, keys, wheel and fingers.
"use strict";
Seat.zoom = (function () {
  var NARROW = 600, LEAST = 2.4, MOST = 4.5; // pixels; the least and the most zoom to the units on a narrow map
  var ROOM = 0.6, WHOLE = 0.85; // the part of the map that the units take up, with places around them as targets; the same for units and targets
  var MOVES = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  var map = Seat.map, where = Seat.where, zoom = null;

  // Return where the map shows the places at which some units stand.
  function areasOf(some) {
    var own = some.filter(function (unit) { return !Seat.lines.assumedFor(unit); });
    var here = own.flatMap(where.placesOf);
    if (!here.length) { here = own.flatMap(where.goalsOf); } // for builds and spells, the places where they are possible
    return shown(own.length ? here : where.ownPlaces(), where.areaOf);
  }

  // Return where the map shows the names of the places to which some units can go.
  function goalsOf(some) { return shown(some.flatMap(where.movesOf), where.labelOf); }

  // Return where the map shows these places, or their names, in pixels of the whole map.
  function shown(here, find) {
    var svg = map.querySelector("svg"), all = svg.getBoundingClientRect(), scale = all.width / svg.clientWidth;
    return here.map(function (place) { return find(svg, place); }).filter(Boolean).map(function (area) {
      var one = area.getBoundingClientRect();
      return { x: (one.x - all.x) / scale, y: (one.y - all.y) / scale, width: one.width / scale, height: one.height / scale };
    });
  }

  // Return the areas that are in view at a scale: around the one that has most of the others near it.
  function most(areas, scale) {
    var svg = map.querySelector("svg"), wide = svg.clientWidth / scale / 2, high = svg.clientHeight / scale / 2;
    function inViewOf(one) {
      return areas.filter(function (other) {
        return Math.abs(other.x + other.width / 2 - one.x - one.width / 2) < wide && Math.abs(other.y + other.height / 2 - one.y - one.height / 2) < high;
      });
    }
    return areas.map(inViewOf).reduce(function (best, some) { return some.length > best.length ? some : best; }, []);
  }

  // Zoom a narrow map for its first view: to the units and where they can go, if names are readable then, as for a
  // retreat; else to as many units as fit.
  function toMost() {
    var units = areasOf(Seat.units), room = units.length ? fit(units, ROOM) : 0;
    if (room < LEAST) { to(most(units, LEAST), 0, LEAST); return; }
    var own = Seat.units.filter(function (unit) { return !Seat.lines.assumedFor(unit); });
    var all = units.concat(goalsOf(own)), scale = Math.min(MOST, room, fit(all, WHOLE));
    to(scale < LEAST ? units : all, scale < LEAST ? 0 : scale, LEAST);
  }

  function edges(areas) {
    return {
      left: Math.min.apply(null, areas.map(function (one) { return one.x; })), top: Math.min.apply(null, areas.map(function (one) { return one.y; })),
      right: Math.max.apply(null, areas.map(function (one) { return one.x + one.width; })), bottom: Math.max.apply(null, areas.map(function (one) { return one.y + one.height; }))
    };
  }

  function fit(areas, room) {
    var svg = map.querySelector("svg"), all = edges(areas);
    return room * Math.min(svg.clientWidth / (all.right - all.left), svg.clientHeight / (all.bottom - all.top));
  }

  // Show these areas in the middle of the map, as large as possible.
  function to(areas, scale, least) {
    if (!areas.length) { return; }
    var svg = map.querySelector("svg"), all = edges(areas);
    zoom.zoom(scale || Math.max(least || 1, Math.min(MOST, fit(areas, ROOM))), { animate: false });
    var x = (svg.clientWidth - all.left - all.right) / 2, y = (svg.clientHeight - all.top - all.bottom) / 2;
    afterDrawing(function () { zoom.pan(x, y, { animate: false }); }); // it measures what is drawn
  }

  function afterDrawing(then) { requestAnimationFrame(function () { requestAnimationFrame(then); }); }

  function touches() { // a finger on the whole map scrolls the page, and on a zoomed map moves the map
    map.style.touchAction = map.querySelector("svg").style.touchAction = zoom.getScale() > 1 ? "none" : "pan-y";
  }

  // Let a new drawing zoom and move, and show the player's units on a narrow screen; then call *ready*.
  function begin(svg, ready) {
    if (zoom) { zoom.destroy(); }
    zoom = window.Panzoom(svg, { maxScale: 8, minScale: 1, contain: "outside", step: 0.4, cursor: "grab", panOnlyWhenZoomed: true });
    svg.addEventListener("panzoomchange", touches);
    touches();
    svg.addEventListener("keydown", press);
    setTimeout(function () { // after Panzoom has begun
      if (svg.clientWidth < NARROW) { toMost(); }
      afterDrawing(function () { afterDrawing(ready); }); // zoomed; the pan that follows is drawn a frame later
    }, 0);
  }

  function press(event) {
    var way = MOVES[event.key];
    if (way) { zoom.pan(way[0], way[1], { relative: true }); event.preventDefault(); }
    if (event.key === "+") { zoom.zoomIn(); }
    if (event.key === "-") { zoom.zoomOut(); }
  }

  function follow(unit) { // on a zoomed map show where it stands and, if there is room, where it can go
    if (!zoom || zoom.getScale() <= 1) { return; }
    var own = areasOf([unit]), all = own.concat(goalsOf([unit]));
    to(all.length && fit(all, WHOLE) >= zoom.getScale() ? all : own, zoom.getScale());
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
