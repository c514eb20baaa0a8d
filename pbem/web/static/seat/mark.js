// Draws a ring around the open unit, for which the next tap is meant, and a dot where it can go or be built.
"use strict";
(function () {
  var form = Seat.form, map = Seat.map, where = Seat.where;
  if (!form || !map) { return; }

  function ring(svg, box, radius, kind, width) {
    var one = document.createElementNS(svg.namespaceURI, "circle"), values = {
      cx: box.x + box.width / 2, cy: box.y + box.height / 2, r: radius, "class": kind, "stroke-width": width
    };
    Object.keys(values).forEach(function (key) { one.setAttribute(key, values[key]); });
    return one;
  }

  function draw() {
    var svg = map.querySelector("svg"), turn = document.getElementById("turn");
    if (!svg) { return; }
    svg.querySelectorAll(".marked").forEach(function (one) { one.remove(); });
    var open = Seat.units.find(function (unit) { return unit.open && !Seat.lines.assumedFor(unit); });
    if (!open || (turn && turn.value)) { return; } // an earlier turn
    var group = document.createElementNS(svg.namespaceURI, "g"), size = svg.viewBox.baseVal.width / 300;
    group.setAttribute("class", "marked");
    where.placesOf(open).forEach(function (place) {
      var found = where.pieceAt(svg, open, place) || where.labelOf(svg, place);
      var box = found && where.boxOf(svg, found), radius = box && Math.hypot(box.width, box.height) / 2 + size;
      if (box) { group.append(ring(svg, box, radius, "halo", 1.6 * size), ring(svg, box, radius, "ring", 0.8 * size)); }
    });
    goalsOf(open).forEach(function (place) {
      var at = aboveName(svg, place, size);
      if (at) { group.append(ring(svg, at, 1.5 * size, "goal", 0.7 * size)); }
    });
    svg.append(group);
  }

  function goalsOf(unit) {
    var moves = where.movesOf(unit), at = where.placesOf(unit);
    return (moves.length || at.length ? moves : where.goalsOf(unit)).filter(function (place) { return !at.includes(place); });
  }

  // Return the point above the name of a place, which must stay readable; without a name, the middle of the place.
  function aboveName(svg, place, size) {
    var label = where.labelOf(svg, place), found = label || where.areaOf(svg, place), box = found && where.boxOf(svg, found);
    return box && (label ? { x: box.x, y: box.y - 1.8 * size, width: box.width, height: 0 } : box);
  }

  form.addEventListener("toggle", draw, true);
  form.addEventListener("orders", draw); // also sent when the map has loaded
}());
