// Draws sightings of hidden pieces as rings around the places that their sentences name.
"use strict";
Seat.sightings = (function () {
  var map = Seat.map, seen = document.getElementById("sightings"), turn = document.getElementById("turn");
  var button = document.querySelector("[data-map=sightings]"), isShown = false;

  // Return what was seen in the turn that the map shows, else in the last turn before it in which anything was seen.
  function latest() {
    var number = Number((turn && turn.value) || map.dataset.latest);
    var before = Array.from(seen.querySelectorAll("section")).filter(function (one) { return Number(one.dataset.number) <= number; });
    return before.reduce(function (last, one) { return !last || Number(one.dataset.number) > Number(last.dataset.number) ? one : last; }, null);
  }

  function told() { return Array.from(latest().querySelectorAll("li")).map(function (row) { return row.textContent; }); }

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
    if (!seen) { return; }
    svg.querySelectorAll(".sighting").forEach(function (one) { one.remove(); });
    button.disabled = !latest();
    button.setAttribute("aria-pressed", isShown && latest() ? "true" : "false");
    if (!isShown || !latest()) { return; }
    Seat.said.textContent = latest().querySelector("h3").textContent;
    told().forEach(function (text) {
      Object.keys(Seat.places).filter(function (place) { return Seat.where.names(text, [place]); }).forEach(function (place) { ring(svg, place, text); });
    });
  }

  function toggle() {
    isShown = !isShown;
    seen.open = isShown || seen.open;
    draw(map.querySelector("svg"));
  }

  return { draw: draw, toggle: toggle };
}());
