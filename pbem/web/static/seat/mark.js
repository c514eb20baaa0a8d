// A ring around the unit that is open, on the map: the next tap is meant for it.
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
    svg.append(group);
  }

  form.addEventListener("toggle", draw, true);
  form.addEventListener("orders", draw); // also when the map comes
}());
