// Draws the orders in the box and those on file on the map: arrows for moves, dashed lines for support, rings for
// what stays or is built.
"use strict";
(function () {
  var form = Seat.form, map = Seat.map, places = Seat.places, entries = [];
  if (!form || !map) { return; }
  var byName = new Map(Object.keys(places).flatMap(function (place) {
    return places[place].map(function (name) { return [name, place]; });
  }));
  var names = Array.from(byName.keys()).sort(function (a, b) { return b.length - a.length; }).map(function (name) {
    return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  var mention = new RegExp("(-|=>|\\bR\\b|\\bdisembarks\\b)?\\s*(?<![\\p{L}\\p{N}])(" + names.join("|") + ")(?![\\p{L}\\p{N}])", "gu");

  // Return the places that a part of an order names, except where the unit itself stands, and whether it goes there.
  function mentioned(text, own) {
    return Array.from(text.matchAll(mention)).map(function (one) {
      return { place: byName.get(one[2]), goes: Boolean(one[1]), at: one.index };
    }).filter(function (one) { return !own.includes(one.place); });
  }

  // Return what is drawn for an order: arrows for a move, a dashed line for support, or a ring.
  function strokes(order, own, unit) {
    var parts = order.includes(" D : ") ? order.split(" D : ")[1].split(",") : [order.split(" : ")[0]];
    return parts.map(function (part) {
      var found = mentioned(part, own), end = found.findIndex(function (one) { return !one.goes; });
      var path = found.slice(0, end < 0 ? found.length : end).map(function (one) { return one.place; });
      if (own.length && found.length > 1 && found[1].goes && found[0].at === part.indexOf(" ")) {
        return { from: found[0].place, path: [found[1].place], unit: unit }; // "A MAO disembarks Por": it begins elsewhere
      }
      if (!own.length) { return { ring: found.length ? found[0].place : null }; }
      if (path.length) { return { from: own[0], path: path, unit: unit }; }
      if (!found.length) { return { ring: parts.length > 1 ? null : own[0] }; }
      return { from: own[0], unit: unit, to: found[0].place, half: found[1] && found[1].goes ? found[1].place : null };
    });
  }

  // Return what is drawn for the orders of a unit. What it does after its move begins where the move ends.
  function strokesOf(unit, orders, own) {
    var later = Array.from(unit.querySelectorAll(".later button")).map(Seat.lines.orderOf);
    var moves = orders.flatMap(function (order) { return later.includes(order) ? [] : strokes(order, own, unit); });
    var move = moves.find(function (stroke) { return stroke.path; });
    var end = (move ? [move.path[move.path.length - 1]] : []).concat(own); // begins at the first of them
    return moves.concat(orders.flatMap(function (order) { return later.includes(order) ? strokes(order, end) : []; }));
  }

  // --- drawing, in units of the drawing ---

  function element(svg, name, values) {
    var one = document.createElementNS(svg.namespaceURI, name);
    Object.keys(values).forEach(function (key) { one.setAttribute(key, values[key]); });
    return one;
  }

  // Return the middle of the name of a place, which is always inside the place; without a name, that of its outline.
  function middle(svg, place) { return Seat.where.middle(svg, Seat.where.labelOf(svg, place) || Seat.where.areaOf(svg, place)); }

  // Return where an arrow ends: before the name, which must stay readable.
  function beforeName(svg, from, place, gap) {
    var label = Seat.where.labelOf(svg, place), to = middle(svg, place);
    if (!label || !to) { return to; }
    var box = Seat.where.boxOf(svg, label), dx = to[0] - from[0], dy = to[1] - from[1], far = Math.hypot(dx, dy);
    var inside = Math.min((box.width / 2 + gap) / (Math.abs(dx) || 1e-9), (box.height / 2 + gap) / (Math.abs(dy) || 1e-9));
    var part = Math.max(1 - inside, Math.min(0.5, 4 * gap / far)); // at least half of a short arrow is drawn
    return [from[0] + dx * part, from[1] + dy * part];
  }

  function between(a, b) { return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]; }

  function line(layer, points, kind, size) {
    var way = "M" + points.map(function (one) { return one.join(","); }).join("L");
    ["halo", kind].forEach(function (one) { layer.append(element(layer, "path", { d: way, "class": one, "stroke-width": one === "halo" ? size * 2 : size })); });
  }

  function head(layer, from, to, size) {
    var turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
    var points = [[0, 0], [-4 * size, -2 * size], [-4 * size, 2 * size]].map(function (one) {
      return [to[0] + one[0] * Math.cos(turn) - one[1] * Math.sin(turn), to[1] + one[0] * Math.sin(turn) + one[1] * Math.cos(turn)].join(",");
    });
    layer.append(element(layer, "polygon", { points: points.join(" "), "class": "head" }));
  }

  // Return a point a little before the end of a line, so that the line does not show beyond the tip of its head.
  function short(from, to, by) {
    var far = Math.hypot(to[0] - from[0], to[1] - from[1]), part = far > by ? 1 - by / far : 0;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  }

  function draw(svg, layer, stroke, size) {
    if (stroke.ring) {
      var at = middle(svg, stroke.ring);
      if (at) { layer.append(element(svg, "circle", { cx: at[0], cy: at[1], r: size * 6, "class": "points", "stroke-width": size })); }
      return;
    }
    var piece = stroke.unit && Seat.where.pieceAt(svg, stroke.unit, stroke.from);
    var goals = stroke.path || [stroke.to], points = [piece ? Seat.where.middle(svg, piece) : middle(svg, stroke.from)];
    goals.forEach(function (place, i) {
      var end = points[points.length - 1];
      points.push(end && (i === goals.length - 1 ? beforeName(svg, end, place, size) : middle(svg, place)));
    });
    if (points.some(function (one) { return !one; })) { return; }
    var half = stroke.half && middle(svg, stroke.half), last = points.length - 1;
    if (half) { points[last] = between(points[last], half); }
    if (!stroke.path) { line(layer, points, "points", size); return; }
    line(layer, points.slice(0, last).concat([short(points[last - 1], points[last], 2 * size)]), "goes", size);
    head(layer, points[last - 1], points[last], size);
  }

  function drawAll() {
    var svg = map.querySelector("svg");
    if (!svg) { return; }
    svg.querySelectorAll(".drafts, .filed").forEach(function (one) { one.remove(); });
    explain(svg);
    var turn = document.getElementById("turn");
    if (turn && turn.value) { return; } // an earlier turn
    drawLayer(svg, "filed", onFile());
    drawLayer(svg, "drafts", entries.flatMap(function (entry) { return strokesOf(entry.unit, entry.orders, entry.places); }));
    explain(svg);
  }

  // Show the legend of the colours that are on the map.
  function explain(svg) {
    var legend = document.getElementById("legend");
    if (!legend) { return; }
    var kinds = Array.from(legend.querySelectorAll("[data-kind]"));
    kinds.forEach(function (one) { one.hidden = !svg.querySelector("." + one.dataset.kind + " > *"); });
    legend.hidden = kinds.every(function (one) { return one.hidden; });
  }

  // Draw above the land, and below the names and the pieces, which must not be covered.
  function drawLayer(svg, name, all) {
    var layer = element(svg, "g", { "class": name }), size = svg.viewBox.baseVal.width / 250;
    svg.insertBefore(layer, svg.querySelector("[data-layer=turn]"));
    all.forEach(function (stroke) { if (stroke.ring !== null) { draw(svg, layer, stroke, size); } });
  }

  // Return what is drawn for the orders on file. An order for no unit in the lists first names the place where it begins.
  function onFile() {
    var listed = entries.flatMap(function (entry) {
      return strokesOf(entry.unit, Seat.filed.beside(entry.unit, entry.orders), entry.places);
    });
    var others = Seat.filed.others.flatMap(function (order) {
      var first = mentioned(order, [])[0];
      return first ? strokes(order, [first.place]).filter(function (stroke) { return stroke.path; }) : [];
    });
    return listed.concat(others);
  }

  form.addEventListener("orders", function (event) { entries = event.detail.entries; drawAll(); });
  form.addEventListener("read", drawAll); // a typed order takes the place of one on file
}());
