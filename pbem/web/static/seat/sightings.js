// Sightings of hidden pieces, as rings around the places that their sentences name.
"use strict";
Seat.sightings = (function () {
  var map = Seat.map, seen = document.getElementById("sightings"), turn = document.getElementById("turn");
  var isShown = false;

  function told() { // the sentences about the turn that the map shows
    var number = (turn && turn.value) || map.dataset.latest;
    var found = Array.from(seen.querySelectorAll("section")).filter(function (one) { return one.dataset.number === number; });
    return found.flatMap(function (one) { return Array.from(one.querySelectorAll("li")).map(function (row) { return row.textContent; }); });
  }

  function ring(svg, name, text) {
    var area = Seat.where.areaOf(svg, name);
    if (!area) { return; }
    var box = area.getBBox(), circle = document.createElementNS(svg.namespaceURI, "circle");
    var title = document.createElementNS(svg.namespaceURI, "title");
    title.textContent = text;
    circle.setAttribute("cx", box.x + box.width / 2);
    circle.setAttribute("cy", box.y + box.height / 2);
    circle.setAttribute("r", 34);
    circle.setAttribute("class", "sighting");
    circle.append(title);
    svg.append(circle);
  }

  function draw(svg) {
    svg.querySelectorAll(".sighting").forEach(function (one) { one.remove(); });
    if (!isShown) { return; }
    told().forEach(function (text) {
      Object.keys(Seat.places).filter(function (place) { return Seat.where.names(text, [place]); }).forEach(function (place) { ring(svg, place, text); });
    });
  }

  function toggle(button) {
    isShown = !isShown;
    button.setAttribute("aria-pressed", isShown ? "true" : "false");
    seen.open = isShown || seen.open;
    draw(map.querySelector("svg"));
  }

  return { draw: draw, toggle: toggle };
}());
