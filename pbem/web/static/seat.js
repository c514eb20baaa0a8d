// The page of a seat: chooses orders from the lists and on the map, and writes them into the box.
// The box alone is sent. Without this script each button sends its order, and everything can be typed.
"use strict";
(function () {
  var form = document.getElementById("orders");
  var map = document.getElementById("picture");
  var said = document.getElementById("place");
  var places = form ? JSON.parse(form.dataset.places) : {};
  var box = form && form.elements.text;
  var units = form ? Array.from(form.querySelectorAll(".unit")) : [];
  var chosen = new Map(); // the lines of each unit

  // --- the box ---

  function lines() { return box.value.split("\n"); }

  function ordersOf(unit) { return Array.from(unit.querySelectorAll("button")).map(function (one) { return one.value; }); }

  // Assign each line of the box to a unit that has such an order: first to one that had it before.
  function recompute() {
    var before = chosen, free = lines().map(function (line) { return line.trim(); });
    chosen = new Map(units.map(function (unit) { return [unit, []]; }));
    function take(unit, wanted) {
      for (var i = 0; i < free.length; i += 1) {
        var one = free[i];
        if (one && wanted(one) && ("many" in unit.dataset || !chosen.get(unit).length)) {
          chosen.get(unit).push(one);
          free[i] = "";
        }
      }
    }
    units.forEach(function (unit) { take(unit, function (line) { return (before.get(unit) || []).includes(line); }); });
    units.forEach(function (unit) { var own = new Set(ordersOf(unit)); take(unit, function (line) { return own.has(line); }); });
    units.forEach(show);
  }

  function show(unit) {
    var own = chosen.get(unit);
    if (!("file" in unit.dataset)) { unit.dataset.file = unit.querySelector(".chosen").textContent; }
    unit.querySelector(".chosen").textContent = own.length ? own.join("; ") : unit.dataset.file;
    unit.querySelectorAll("button").forEach(function (one) {
      one.setAttribute("aria-pressed", own.includes(one.value) ? "true" : "false");
    });
  }

  function choose(unit, order) {
    var own = chosen.get(unit), rows = lines(), had = own.includes(order);
    function remove(line) {
      var at = rows.findIndex(function (row) { return row.trim() === line; });
      if (at >= 0) { rows.splice(at, 1); }
    }
    if (had) { remove(order); own.splice(own.indexOf(order), 1); }
    else {
      if (!("many" in unit.dataset)) { own.forEach(remove); own.length = 0; }
      while (rows.length && !rows[rows.length - 1].trim()) { rows.pop(); }
      rows.push(order);
      own.push(order);
    }
    box.value = rows.join("\n");
    recompute();
    keep();
  }

  // --- the draft survives a reload, until it is sent or the turn has changed ---

  var key = form && "draft " + form.dataset.turn;
  function keep() { try { localStorage.setItem(key, box.value); } catch (nothing) { /* private browsing */ } }
  function restore() {
    try {
      if (form.dataset.sent) { localStorage.removeItem(key); }
      else if (!box.value) { box.value = localStorage.getItem(key) || ""; }
    } catch (nothing) { /* as above */ }
  }

  // --- lists ---

  var filter = form && form.querySelector(".filter");

  function showAll() {
    units.forEach(function (unit) {
      unit.hidden = false;
      unit.querySelectorAll("li").forEach(function (row) { row.hidden = false; });
    });
    filter.hidden = true;
  }

  function names(text, place) {
    return places[place].some(function (name) {
      var plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return new RegExp("(^|[^\\p{L}\\p{N}])" + plain + "($|[^\\p{L}\\p{N}])", "u").test(text);
    });
  }

  function say(words, place) {
    filter.querySelector("span").textContent = words + " " + place + ".";
    filter.hidden = false;
  }

  function rest(unit, order) { // without the unit itself, so that its own place is no target
    var name = unit.dataset.unit.replace(/, .*$/, "");
    return order.startsWith(name) ? order.slice(name.length) : order;
  }

  // A place was tapped: the target of the open unit, else a unit that stands there.
  function tapped(place) {
    var names_of = places[place];
    said.textContent = names_of.length > 1 ? place + " (" + names_of[0] + ")" : place;
    var open = units.find(function (unit) { return unit.open; });
    if (open && aim(open, place)) { return; }
    var here = units.filter(function (unit) { return names(unit.dataset.unit, place); });
    showAll();
    units.forEach(function (unit) { unit.open = false; });
    if (!here.length) { say(form.dataset.none, place); return; }
    here[0].open = true;
    here[0].scrollIntoView({ block: "nearest" });
  }

  function aim(unit, place) {
    var rows = Array.from(unit.querySelectorAll("li"));
    var fit = rows.filter(function (row) { return names(rest(unit, row.firstElementChild.value), place); });
    if (!fit.length) { return false; }
    rows.forEach(function (row) { row.hidden = !fit.includes(row); });
    say(form.dataset.here, place);
    var direct = fit.filter(function (row) { return isStraight(unit, row.firstElementChild.value, place); });
    var only = fit.length === 1 ? fit[0] : direct.length === 1 ? direct[0] : null;
    if (only && !chosen.get(unit).includes(only.firstElementChild.value)) { choose(unit, only.firstElementChild.value); }
    return true;
  }

  // "- Bur" and nothing else: a move there.
  function isStraight(unit, order, place) {
    var target = rest(unit, order).match(/^\s*(?:-|=>)\s*(.+?)$/);
    return Boolean(target) && places[place].includes(target[1].replace(/\/.*$/, ""));
  }

  // --- the map ---

  function placeAt(x, y) {
    var found = document.elementsFromPoint(x, y).map(function (one) {
      var title = one.querySelector && map.contains(one) && one.querySelector(":scope > title");
      return title ? title.textContent : "";
    });
    return found.find(function (title) { return title in places; });
  }

  function live(svg) {
    map.replaceChildren(svg);
    map.classList.add("live");
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    var zoom = window.Panzoom(svg, { maxScale: 8, minScale: 1, contain: "outside", step: 0.4, cursor: "grab" });
    map.addEventListener("wheel", function (event) { if (event.ctrlKey) { zoom.zoomWithWheel(event); } }, { passive: false });
    var start = null;
    map.addEventListener("pointerdown", function (event) { start = [event.clientX, event.clientY]; }, true);
    map.addEventListener("click", function (event) {
      var moved = start ? Math.hypot(event.clientX - start[0], event.clientY - start[1]) : 0;
      var place = moved < 8 && placeAt(event.clientX, event.clientY);
      if (place && form) { tapped(place); } else if (place) { said.textContent = place; }
    });
    svg.addEventListener("keydown", function (event) {
      var way = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      if (way) { zoom.pan(way[0], way[1], { relative: true }); event.preventDefault(); }
      if (event.key === "+") { zoom.zoomIn(); }
      if (event.key === "-") { zoom.zoomOut(); }
    });
    var tools = document.querySelector(".tools");
    tools.hidden = false;
    tools.addEventListener("click", function (event) {
      var what = event.target.dataset.map;
      if (what === "in") { zoom.zoomIn(); }
      if (what === "out") { zoom.zoomOut(); }
      if (what === "reset") { zoom.reset(); }
      if (what === "arrows") {
        var hidden = map.classList.toggle("no-arrows");
        event.target.setAttribute("aria-pressed", hidden ? "false" : "true");
      }
    });
  }

  if (form) {
    restore();
    recompute();
    var hint = form.querySelector(".hint");
    if (hint) { hint.textContent = hint.dataset.script; }
    box.addEventListener("input", function () { recompute(); keep(); });
    units.forEach(function (unit) {
      unit.addEventListener("click", function (event) {
        var button = event.target.closest("button");
        if (button) { event.preventDefault(); choose(unit, button.value); }
      });
      unit.addEventListener("toggle", function () {
        if (!unit.open) { return; }
        units.forEach(function (other) { if (other !== unit) { other.open = false; } });
      });
    });
    if (filter) { filter.querySelector("button").addEventListener("click", showAll); }
  }
  if (map && window.fetch && window.Panzoom) {
    fetch(map.dataset.src, { credentials: "same-origin" }).then(function (answer) {
      if (!answer.ok) { throw new Error("no map"); }
      return answer.text();
    }).then(function (text) {
      var svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      if (svg.nodeName === "svg") { live(document.importNode(svg, true)); }
    }).catch(function () { /* the picture stays as it is */ });
  }
}());
