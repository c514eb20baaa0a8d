// The page of a seat: chooses orders from the lists and on the map, and writes them into the box.
// The box alone is sent. Without this script each button sends its order, and everything can be typed.
"use strict";
(function () {
  var form = document.getElementById("orders");
  var map = document.getElementById("picture");
  var said = document.getElementById("place");
  var places = map ? JSON.parse(map.dataset.places) : {}; // the names of each place in orders
  var about = map ? JSON.parse(map.dataset.about) : {}; // what can be looked up of it
  var mapTitle = ""; // the title of the whole map
  var box = form && form.elements.text;
  var units = form ? Array.from(form.querySelectorAll(".unit")) : [];
  var chosen = new Map(); // the lines of each unit
  var rowsOf = new Map(); // the numbers of these lines in the box
  var settled = null; // the unit that was given its order since it was opened

  // --- the box ---

  function lines() { return box.value.split("\n"); }

  // A button holds the heading of its order, where there is one, and the order below it.
  function orderOf(button) { return button.value.split("\n").pop(); }

  function ordersOf(unit) { return Array.from(unit.querySelectorAll("button")).map(orderOf); }

  // Whether an order may be given in addition to the unit's own: of those any number, of the others one.
  function isAdded(unit, order) {
    return Array.from(unit.querySelectorAll(".added button")).some(function (one) { return orderOf(one) === order; });
  }

  // The headings of a unit: a line ASSUME, if it is another power's, and that of the game, if it has any.
  function headingsOf(unit) { return (unit.dataset.heading || "").split("\n").filter(Boolean); }

  function assumedFor(unit) { return headingsOf(unit).filter(isAssumed).map(plain).join(); }

  var headings = Array.from(new Set(units.flatMap(headingsOf))).map(plain);

  function plain(row) { return row.trim().replace(/:$/, "").toLowerCase(); }

  function isHeading(row) { return isAssumed(row) || headings.includes(plain(row)); }

  function isAssumed(row) { return /^\s*ASSUME\b/i.test(row); }

  // The line ASSUME below which each row stands, "" for the player's own orders.
  function owners(rows) {
    var owner = "";
    return rows.map(function (row) { if (isAssumed(row)) { owner = plain(row); } return owner; });
  }

  // --- one action for several orders: "ACTIVATE one", then "other" on the next line ---

  var word = form && form.dataset.word, most = form ? Number(form.dataset.most) : 0;
  var another = form && form.querySelector(".another");
  var known = new Set(units.flatMap(ordersOf));

  function beginsAction(row) { return Boolean(word) && (row === word || row.startsWith(word + " ")); }

  // Each row as the order in the lists that it comes to: below the word, with the word before it.
  function whole(rows) {
    var inside = false;
    return rows.map(function (row) {
      var one = row.trim();
      if (beginsAction(one)) { inside = true; return one; }
      if (inside && known.has(word + " " + one)) { return word + " " + one; }
      if (known.has(one) || isAssumed(one)) { inside = false; }
      return one;
    });
  }

  // The row behind the last action of an owner, if it has room for one more order; else -1.
  function roomAt(rows, owner) {
    var each = whole(rows), whose = owners(rows), first = -1, last = -1, number = 0;
    each.forEach(function (order, i) {
      if (whose[i] !== owner || !beginsAction(order)) { return; }
      if (beginsAction(rows[i].trim())) { first = i; number = 0; }
      number += order === word ? 0 : 1;
      last = i;
    });
    return first >= 0 && number < most ? last + 1 : -1;
  }

  function beginAnother(begins) { if (another) { another.querySelector("button").setAttribute("aria-pressed", begins ? "true" : "false"); } }

  function joins() { return !another || another.querySelector("button").getAttribute("aria-pressed") === "false"; }

  // Remove a row; the next order of its action takes over the word.
  function removeRow(rows, at) {
    var each = whole(rows), next = rows[at + 1];
    if (beginsAction(rows[at].trim()) && next !== undefined && beginsAction(each[at + 1]) && !beginsAction(next.trim())) {
      rows[at + 1] = each[at + 1];
    }
    rows.splice(at, 1);
  }

  // Write an order at the end of the player's own or of those assumed for its power, below its heading if it has one.
  function write(rows, unit, order) {
    while (rows.length && !rows[rows.length - 1].trim()) { rows.pop(); }
    var assumed = assumedFor(unit), heading = headingsOf(unit).pop() || "";
    if (assumed && !owners(rows).includes(assumed)) { rows.push(headingsOf(unit)[0]); } // assumed orders come last
    var whose = owners(rows), end = whose.lastIndexOf(assumed) + 1;
    if (beginsAction(order)) {
      var room = joins() ? roomAt(rows, assumed) : -1;
      beginAnother(false);
      if (room >= 0) { rows.splice(room, 0, order.slice(word.length + 1)); return; }
    }
    if (form.dataset.first && order.startsWith(form.dataset.first + " ")) { end = whose.indexOf(assumed) + (assumed ? 1 : 0); }
    if (!heading || isAssumed(heading)) { rows.splice(Math.max(0, end), 0, order); return; }
    var at = rows.findIndex(function (row, i) { return whose[i] === assumed && plain(row) === plain(heading); });
    if (at < 0) { rows.splice(end, 0, heading, order); return; }
    at += 1;
    while (at < end && !isHeading(rows[at])) { at += 1; }
    rows.splice(at, 0, order);
  }

  // Assign each line of the box to a unit that has such an order: first to one that had it before.
  function recompute() {
    var before = chosen, free = whole(lines()), whose = owners(free);
    chosen = new Map(units.map(function (unit) { return [unit, []]; }));
    rowsOf = new Map(units.map(function (unit) { return [unit, []]; }));
    function take(unit, wanted) {
      for (var i = 0; i < free.length; i += 1) {
        var one = free[i];
        if (one && whose[i] === assumedFor(unit) && wanted(one) && (isAdded(unit, one) || !ownOrders(unit).length)) {
          chosen.get(unit).push(one);
          rowsOf.get(unit).push(i);
          free[i] = "";
        }
      }
    }
    units.forEach(function (unit) { take(unit, function (line) { return (before.get(unit) || []).includes(line); }); });
    units.forEach(function (unit) { var own = new Set(ordersOf(unit)); take(unit, function (line) { return own.has(line); }); });
    units.forEach(show);
    units.forEach(disable);
    form.dispatchEvent(new CustomEvent("orders", { detail: { entries: units.map(entryOf) } }));
  }

  // A unit as the other scripts of the page need it: its places, its orders, and their rows in the box.
  function entryOf(unit) {
    return { unit: unit, places: placesOf(unit), orders: chosen.get(unit), rows: rowsOf.get(unit), isAssumed: Boolean(assumedFor(unit)) };
  }

  // An order that another entry has, as one of several builds, cannot be given twice.
  function disable(unit) {
    var others = new Set(units.flatMap(function (other) {
      return other === unit || assumedFor(other) !== assumedFor(unit) ? [] : chosen.get(other);
    }));
    unit.querySelectorAll("button").forEach(function (one) {
      one.disabled = others.has(orderOf(one)) && one.getAttribute("aria-pressed") === "false";
    });
  }

  function ownOrders(unit) { return chosen.get(unit).filter(function (one) { return !isAdded(unit, one); }); }

  function show(unit) {
    var own = chosen.get(unit);
    if (!("file" in unit.dataset)) { unit.dataset.file = unit.querySelector(".chosen").textContent; }
    unit.querySelector(".chosen").textContent = own.length ? own.join("; ") : unit.dataset.typed || unit.dataset.file;
    unit.querySelectorAll("button").forEach(function (one) {
      one.setAttribute("aria-pressed", own.includes(orderOf(one)) ? "true" : "false");
    });
  }

  function choose(unit, order) {
    var own = chosen.get(unit), rows = lines(), had = own.includes(order);
    function remove(line) {
      var whose = owners(rows);
      var at = whole(rows).findIndex(function (row, i) { return row === line && whose[i] === assumedFor(unit); });
      if (at >= 0) { removeRow(rows, at); }
      own.splice(own.indexOf(line), 1);
    }
    if (had) { remove(order); }
    else {
      if (!isAdded(unit, order)) { ownOrders(unit).forEach(remove); }
      write(rows, unit, order);
      own.push(order);
    }
    settled = had || isAdded(unit, order) ? null : unit;
    advise(null);
    box.value = rows.join("\n");
    form.dataset.latest = had ? "" : order;
    recompute();
    keep();
    if (said) { said.textContent = had ? "" : form.dataset.written + " " + order; }
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
  var aimed = null; // the unit whose orders are narrowed to a target

  function showAll() {
    units.forEach(function (unit) {
      unit.hidden = false;
      unit.querySelectorAll("li").forEach(function (row) { row.hidden = false; });
    });
    filter.hidden = true;
    aimed = null;
  }

  // The full names of the places that the orders of a unit name by their short names.
  function explain(unit) {
    var key = unit.querySelector(".key");
    if (key.textContent) { return; }
    var text = ordersOf(unit).join("\n");
    key.textContent = Object.values(places).filter(function (names) {
      return names.length > 1 && namesOne(text, [names[0]]);
    }).map(function (names) { return names[0] + "\u00a0" + names[1].replace(/ /g, "\u00a0"); }).sort().join(", ");
    key.hidden = !key.textContent;
  }

  function namesOne(text, wanted) { // whether a text has one of the names as a word of its own
    return wanted.some(function (name) {
      var plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return new RegExp("(^|[^\\p{L}\\p{N}])" + plain + "($|[^\\p{L}\\p{N}])", "u").test(text);
    });
  }

  function say(words, place) {
    filter.querySelector("span").textContent = words + " " + place + ".";
    filter.hidden = false;
  }

  function rest(unit, order) { // what stands behind the unit itself, so that its own place is no target
    var name = unit.dataset.unit.replace(/, .*$/, ""), at = order.indexOf(name);
    return at < 0 ? order : order.slice(at + name.length);
  }

  function rowsFor(unit, place) {
    return Array.from(unit.querySelectorAll("li")).filter(function (row) {
      return namesOne(rest(unit, orderOf(row.firstElementChild)), places[place]);
    });
  }

  // The titles of the pieces that the map shows, "Gondor army, MTi"; those of the player begin with their power.
  function titlesDrawn() {
    return map ? Array.from(map.querySelectorAll("title")).map(function (one) { return one.textContent; }) : [];
  }

  function ownTitles() {
    return titlesDrawn().filter(function (title) { return title.startsWith(map.dataset.power + " ") && title.includes(", "); });
  }

  function placeNamed(short) {
    return Object.keys(places).find(function (place) { return places[place].includes(short.replace(/\/.*$/, "").replace(/ \(.*$/, "")); });
  }

  // Where a unit stands: as its name says, else as the map shows it, as for pieces that orders name without their place.
  function placesOf(unit) {
    var named = Object.keys(places).filter(function (place) { return namesOne(unit.dataset.unit, places[place]); });
    if (named.length) { return named; }
    var start = map ? (map.dataset.power + " ").length : 0; // Gandalf is the name of a power, too
    var drawn = ownTitles().filter(function (title) { return namesOne(title.slice(start).split(", ")[0], [unit.dataset.unit]); });
    return drawn.map(function (title) { return placeNamed(title.split(", ").pop()); }).filter(Boolean);
  }

  // Say of each piece where it stands, if its name and the page do not.
  function locate() {
    units.forEach(function (unit) {
      var found = placesOf(unit);
      if (assumedFor(unit) || found.length !== 1 || unit.querySelector(".where") || namesOne(unit.dataset.unit, places[found[0]])) { return; }
      var where = document.createElement("span");
      where.className = "where";
      where.textContent = found[0];
      unit.querySelector(".chosen").before(where, " ");
    });
  }

  // The units at a place; first a piece that was tapped itself. Orders name some pieces without their place.
  function unitsAt(place, titles) {
    var drawn = titlesDrawn().filter(function (title) { return title.endsWith(", " + places[place][0]); });
    function isPiece(unit, title) { return namesOne(title, [unit.dataset.unit]); }
    var here = units.filter(function (unit) {
      return namesOne(unit.dataset.unit, places[place]) || drawn.some(function (title) { return isPiece(unit, title); });
    });
    var first = here.filter(function (unit) { return isPiece(unit, titles[0]); });
    return first.concat(here.filter(function (unit) { return !first.includes(unit); }));
  }

  // A place was tapped: the target of the open unit, else a unit that stands there, else what may be ordered there.
  // A unit that was just given its order is done with: another unit that is tapped then is not its target.
  function tapped(place, titles) {
    var open = units.find(function (unit) { return unit.open; }), here = unitsAt(place, titles);
    var isDone = open && open === settled && here.some(function (unit) { return unit !== open; });
    if (open && !isDone && aim(open, place)) { return; }
    showAll();
    units.forEach(function (unit) { unit.open = false; });
    if (here.length) {
      if (here.length > 1) { only(here, form.dataset.units, place); }
      here[0].open = true;
      advise(here[0], "target");
      return;
    }
    var there = units.filter(function (unit) { return rowsFor(unit, place).length; });
    if (!there.length) { say(form.dataset.none, place); advise(null); return; }
    there.forEach(function (unit) { narrow(unit, rowsFor(unit, place)); });
    only(there, form.dataset.here, place);
    if (there.length === 1) { there[0].open = true; }
    advise(there[0], there.length === 1 ? "several" : "units");
  }

  // Say below the map what to do next, and lead to the list: the map itself stays in view.
  var next = document.getElementById("next"), advised = null;
  function advise(unit, words) {
    advised = unit;
    if (!next) { return; }
    next.hidden = !unit;
    if (!unit) { return; }
    next.querySelector("strong").textContent = words === "units" ? "" : unit.dataset.unit + ":";
    next.querySelector("span").textContent = next.dataset[words];
  }

  function only(some, words, place) {
    units.forEach(function (unit) { unit.hidden = !some.includes(unit); });
    say(words, place);
  }

  function narrow(unit, fit) {
    unit.querySelectorAll("li").forEach(function (row) { row.hidden = !fit.includes(row); });
    unit.querySelectorAll(".added").forEach(function (more) { more.open = fit.some(function (row) { return more.contains(row); }); });
  }

  function aim(unit, place) {
    var fit = rowsFor(unit, place);
    if (!fit.length) { return false; }
    showAll();
    narrow(unit, fit);
    aimed = unit;
    say(form.dataset.here, place);
    var direct = fit.filter(function (row) { return isStraight(unit, orderOf(row.firstElementChild), place); });
    var one = fit.length === 1 ? fit[0] : direct.length === 1 ? direct[0] : null;
    if (!one) { advise(unit, "several"); }
    else if (!chosen.get(unit).includes(orderOf(one.firstElementChild))) { choose(unit, orderOf(one.firstElementChild)); }
    return true;
  }

  // "- Bur" and nothing else: a move there.
  function isStraight(unit, order, place) {
    var target = rest(unit, order).match(/^\s*(?:-|=>)\s*(.+?)$/);
    return Boolean(target) && places[place].includes(target[1].replace(/\/.*$/, ""));
  }

  // --- the map ---

  // The titles of what is drawn at a point, the uppermost first: pieces, places.
  function titlesAt(x, y) {
    var found = document.elementsFromPoint(x, y).filter(function (one) { return map.contains(one); });
    return found.map(function (one) {
      var near = one.closest("g, use, path");
      var title = one.querySelector(":scope > title") || (near && map.contains(near) && near.querySelector(":scope > title"));
      return title ? title.textContent : "";
    }).filter(function (title, i, all) { return title && title !== mapTitle && all.indexOf(title) === i; });
  }

  // The place of the uppermost piece, "Gondor army, MTi", which may be drawn across a border; else the uppermost place.
  function placeIn(titles) {
    var short = (titles[0] || "").split(", ").pop();
    var under = titles[0] in places ? undefined : Object.keys(places).find(function (place) { return places[place][0] === short; });
    return under || titles.find(function (title) { return title in places; });
  }

  // What is known of a place: its names, what the list of places says of it, and what is drawn there.
  function tell(titles) {
    var place = placeIn(titles);
    if (!place) { said.textContent = titles.join("; "); return; }
    var more = titles.filter(function (title) { return !(title in places); });
    said.textContent = [about[place] || place].concat(more).join("; ");
  }

  // --- sightings, as rings around the places that their sentences name ---

  var seen = document.getElementById("sightings"), turn = document.getElementById("turn");
  var ringed = false;

  function sighted() { // the sentences about the turn that the map shows
    var number = (turn && turn.value) || map.dataset.latest;
    var told = Array.from(seen.querySelectorAll("section")).filter(function (one) { return one.dataset.number === number; });
    return told.flatMap(function (one) { return Array.from(one.querySelectorAll("li")).map(function (row) { return row.textContent; }); });
  }

  function placeOf(svg, name) {
    var title = Array.from(svg.querySelectorAll("title")).find(function (one) { return one.textContent === name; });
    return title && title.parentNode !== svg ? title.parentNode : null;
  }

  function ring(svg, name, text) {
    var area = placeOf(svg, name);
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

  function rings(svg) {
    svg.querySelectorAll(".sighting").forEach(function (one) { one.remove(); });
    if (!ringed) { return; }
    sighted().forEach(function (text) {
      Object.keys(places).filter(function (place) { return namesOne(text, [place]); }).forEach(function (place) { ring(svg, place, text); });
    });
  }

  // --- zoom ---

  var NARROW = 600, LEAST = 2.4, MOST = 6; // pixels; how far a narrow map is zoomed to the units at least, and at most
  var zoom = null, start = null;

  // Where the map shows the places at which some units stand, in pixels of the whole map.
  function areasOf(some) {
    var svg = map.querySelector("svg"), all = svg.getBoundingClientRect(), scale = all.width / svg.clientWidth;
    var own = some.filter(function (unit) { return !assumedFor(unit); });
    var here = own.flatMap(placesOf);
    if (!here.length) { here = own.flatMap(goalsOf); } // of builds and spells, where they can be
    if (!own.length) { here = ownTitles().map(function (title) { return placeNamed(title.split(", ").pop()); }); }
    return here.map(function (place) { return place && placeOf(svg, place); }).filter(Boolean).map(function (area) {
      var one = area.getBoundingClientRect();
      return { x: (one.x - all.x) / scale, y: (one.y - all.y) / scale, width: one.width / scale, height: one.height / scale };
    });
  }

  function goalsOf(unit) {
    var text = ordersOf(unit).join("\n");
    return Object.keys(places).filter(function (place) { return namesOne(text, places[place]); });
  }

  // Show these areas in the middle of the map, as large as there is room for.
  function zoomTo(areas, scale) {
    if (!areas.length) { return; }
    var svg = map.querySelector("svg"), wide = svg.clientWidth, high = svg.clientHeight;
    var left = Math.min.apply(null, areas.map(function (one) { return one.x; }));
    var top = Math.min.apply(null, areas.map(function (one) { return one.y; }));
    var right = Math.max.apply(null, areas.map(function (one) { return one.x + one.width; }));
    var bottom = Math.max.apply(null, areas.map(function (one) { return one.y + one.height; }));
    var fit = 0.85 * Math.min(wide / (right - left), high / (bottom - top));
    var least = wide < NARROW ? LEAST : 1;
    zoom.zoom(scale || Math.max(least, Math.min(MOST, fit)), { animate: false });
    var x = (wide - left - right) / 2, y = (high - top - bottom) / 2;
    afterDrawing(function () { zoom.pan(x, y, { animate: false }); }); // it measures what is drawn
  }

  function afterDrawing(then) { requestAnimationFrame(function () { requestAnimationFrame(then); }); }

  function touches() { // the finger scrolls the page over the whole map, and moves a zoomed one
    map.style.touchAction = map.querySelector("svg").style.touchAction = zoom.getScale() > 1 ? "none" : "pan-y";
  }

  function live(svg) {
    if (zoom) { zoom.destroy(); }
    map.replaceChildren(svg);
    var title = svg.querySelector(":scope > title");
    mapTitle = title ? title.textContent : "";
    svg.setAttribute("tabindex", "0");
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    rings(svg);
    document.querySelector("[data-map=own]").hidden = !areasOf(units).length;
    locate();
    if (form) { recompute(); }
    zoom = window.Panzoom(svg, { maxScale: 8, minScale: 1, contain: "outside", step: 0.4, cursor: "grab", panOnlyWhenZoomed: true });
    svg.addEventListener("panzoomchange", touches);
    touches();
    setTimeout(function () { // after Panzoom has begun
      if (svg.clientWidth < NARROW) { zoomTo(areasOf(units)); }
      afterDrawing(function () { // zoomed; the pan that follows is drawn a frame later
        afterDrawing(function () { map.classList.add("live"); });
      });
    }, 0);
    svg.addEventListener("keydown", function (event) {
      var way = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] }[event.key];
      if (way) { zoom.pan(way[0], way[1], { relative: true }); event.preventDefault(); }
      if (event.key === "+") { zoom.zoomIn(); }
      if (event.key === "-") { zoom.zoomOut(); }
    });
  }

  function load(query) {
    return fetch(map.dataset.src + query, { credentials: "same-origin" }).then(function (answer) {
      if (!answer.ok) { throw new Error("no map"); }
      return answer.text();
    }).then(function (text) {
      var svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      if (svg.nodeName === "svg") { live(document.importNode(svg, true)); }
    });
  }

  function listen() {
    map.addEventListener("wheel", function (event) { if (event.ctrlKey) { zoom.zoomWithWheel(event); } }, { passive: false });
    map.addEventListener("pointerdown", function (event) { start = [event.clientX, event.clientY]; }, true);
    map.addEventListener("click", function (event) {
      var moved = start ? Math.hypot(event.clientX - start[0], event.clientY - start[1]) : 0;
      if (moved >= 8) { return; }
      var titles = titlesAt(event.clientX, event.clientY), place = placeIn(titles);
      tell(titles);
      if (place && units.length) { tapped(place, titles); }
    });
    map.addEventListener("pointermove", function (event) {
      if (event.pointerType === "mouse" && !event.buttons) { tell(titlesAt(event.clientX, event.clientY)); }
    });
    var tools = document.querySelector(".tools");
    tools.hidden = false;
    tools.addEventListener("click", function (event) {
      var what = event.target.dataset.map;
      if (what === "in") { zoom.zoomIn(); }
      if (what === "out") { zoom.zoomOut(); }
      if (what === "reset") { zoom.reset(); }
      if (what === "own") { zoomTo(areasOf(units)); }
      if (what === "sightings") {
        ringed = !ringed;
        event.target.setAttribute("aria-pressed", ringed ? "true" : "false");
        seen.open = ringed || seen.open;
        rings(map.querySelector("svg"));
      }
      if (what === "arrows") {
        var hidden = map.classList.toggle("no-arrows");
        event.target.setAttribute("aria-pressed", hidden ? "false" : "true");
      }
    });
    if (turn) {
      turn.addEventListener("change", function () {
        load(turn.value ? "?turn=" + turn.value : "").catch(function () { /* the map stays as it is */ });
      });
    }
  }

  if (form) {
    restore();
    recompute();
    var hint = form.querySelector(".hint");
    if (hint) { hint.textContent = hint.dataset.script; }
    form.addEventListener("ready", recompute); // of another script
    box.addEventListener("input", function () { recompute(); keep(); });
    units.forEach(function (unit) {
      unit.addEventListener("click", function (event) {
        var button = event.target.closest("button");
        if (button) { event.preventDefault(); choose(unit, orderOf(button)); }
        else if (event.target.closest("summary") && !event.target.closest(".added")) {
          if (aimed && aimed !== unit) { showAll(); }
          if (zoom && zoom.getScale() > 1) { zoomTo(areasOf([unit]), zoom.getScale()); }
        }
      });
      unit.addEventListener("toggle", function () {
        if (!unit.open) {
          if (advised === unit) { advise(null); }
          return;
        }
        settled = null;
        explain(unit);
        units.forEach(function (other) { if (other !== unit) { other.open = false; } });
      });
    });
    if (another) {
      another.hidden = false;
      another.querySelector("button").addEventListener("click", function () { beginAnother(joins()); });
    }
    if (filter) { filter.querySelector("button").addEventListener("click", showAll); }
    if (next) {
      next.querySelector("button").addEventListener("click", function () {
        if (!advised) { return; }
        advised.scrollIntoView({ block: "start" });
        advised.querySelector("summary").focus({ preventScroll: true });
      });
    }
  }
  if (map && window.fetch && window.Panzoom) {
    load("").then(listen).catch(function () { /* the picture stays as it is */ });
  }
}());
