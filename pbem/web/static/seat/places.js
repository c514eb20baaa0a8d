// Where units and pieces stand, which orders name a place, and what the map draws at a point.
"use strict";
Seat.where = (function () {
  var map = Seat.map, places = Seat.places, lines = Seat.lines;

  function names(text, wanted) { // return whether a text has one of these names as a word of its own
    return wanted.some(function (name) {
      var plain = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      return new RegExp("(^|[^\\p{L}\\p{N}])" + plain + "($|[^\\p{L}\\p{N}])", "u").test(text);
    });
  }

  function rest(unit, order) { // return the text after the unit itself, so that its own place is not a target
    var name = unit.dataset.unit.replace(/, .*$/, ""), at = order.indexOf(name);
    return at < 0 ? order : order.slice(at + name.length);
  }

  function rowsFor(unit, place) { // return the rows of its list whose order names a place
    return Array.from(unit.querySelectorAll("li")).filter(function (row) {
      return names(rest(unit, lines.orderOf(row.firstElementChild)), places[place]);
    });
  }

  function rowsOfStay(unit) { // return the rows of its own orders that name no place besides its own
    return Array.from(unit.querySelectorAll(":scope > .actions > li")).filter(function (row) {
      return !targetsOf(unit, lines.orderOf(row.firstElementChild)).length;
    });
  }

  function targetsOf(unit, order) { // return the places that an order names, besides its own
    return Object.keys(places).filter(function (place) { return names(rest(unit, order), places[place]); });
  }

  // Return whether an order is a plain move to a place: "- Bur" and nothing else, "- Krakow cede" where a move cedes.
  function isStraight(unit, order, place) {
    var target = rest(unit, order).match(/^\s*(?:-|=>)\s*(.+?)(?: cede)?$/);
    return Boolean(target) && places[place].includes(target[1].replace(/\/.*$/, ""));
  }

  // Return the places to which a unit may move or retreat: "- Bur", "- Dor - Pel", "- Verdun attacks", "R Ank".
  function movesOf(unit) {
    var steps = lines.ordersOf(unit).flatMap(function (order) {
      var parts = rest(unit, order).split(/(?:^|\s)(?:-|=>|R)\s/);
      return parts[0].trim() ? [] : parts.slice(1);
    });
    steps = Array.from(new Set(steps));
    return Object.keys(places).filter(function (place) {
      return steps.some(function (step) { return places[place].some(function (name) { return step === name || (step.startsWith(name) && /^[ /]/.test(step.slice(name.length))); }); });
    });
  }

  // Return the titles of the pieces that the map shows, "Gondor army, MTi"; those of the player begin with their power.
  function titlesDrawn() {
    return map ? Array.from(map.querySelectorAll("title")).map(function (one) { return one.textContent; }) : [];
  }

  function ownTitles() {
    return titlesDrawn().filter(function (title) { return title.startsWith(map.dataset.power + " ") && title.includes(", "); });
  }

  // Return the short name of the place of a piece: of "Gondor army, Osg (dislodged)" it is "Osg".
  function shortIn(title) { return title.split(", ").pop().replace(/ \(.*$/, "").replace(/\/.*$/, ""); }

  function isAt(title, place) { return places[place].includes(shortIn(title)); }

  function placeNamed(short) {
    return Object.keys(places).find(function (place) { return places[place].includes(short); });
  }

  function ownPlaces() {
    return ownTitles().map(function (title) { return placeNamed(shortIn(title)); }).filter(Boolean);
  }

  // Return where a unit stands: by its name, else by the map, as for pieces that orders name without their place.
  function placesOf(unit) {
    var named = Object.keys(places).filter(function (place) { return names(unit.dataset.unit, places[place]); });
    if (named.length) { return named; }
    var drawn = ownTitles().filter(function (title) { return isPiece(unit, title); });
    return drawn.map(function (title) { return placeNamed(shortIn(title)); }).filter(Boolean);
  }

  function goalsOf(unit) {
    var text = lines.ordersOf(unit).join("\n");
    return Object.keys(places).filter(function (place) { return names(text, places[place]); });
  }

  // Return "army" of "Gondor army, MTi", without the power, which may have the name of a piece, as Gandalf has.
  function kindIn(title) {
    var power = map ? map.dataset.power + " " : "";
    return (title.startsWith(power) ? title.slice(power.length) : title).split(", ")[0];
  }

  function isPiece(unit, title) { return names(kindIn(title), [unit.dataset.unit]); }

  // Return the units at a place that a title may mean: "Gondor Faramir, MTi" is Faramir, "Red Knight, B4" is
  // "3 Knight B4", "Gondor army, MTi" is "2A MTi", "Gandalf the Fellowship, Iml" is "Fe Iml". In Empires the title is the
  // name of the unit.
  function unitsDrawn(here, title) {
    var named = here.filter(function (unit) { return title && title.replace(", ", " ").toLowerCase() === unit.dataset.unit.toLowerCase(); });
    if (named.length || !ownTitles().includes(title)) { return named; }
    var kind = kindIn(title), plain = kind.replace(/^the /, "").toLowerCase();
    var ways = [
      function (unit) { return isPiece(unit, title); },
      function (unit) { return names(unit.dataset.unit, [kind]); },
      function (unit) { var short = unit.dataset.unit.match(/^\d*(\p{L}+) /u); return short && plain.startsWith(short[1].toLowerCase()); }
    ];
    return ways.map(function (way) { return here.filter(way); }).find(function (found) { return found.length; }) || [];
  }

  function unitDrawn(here, title) { return unitsDrawn(here, title)[0] || null; }

  // Return the units at a place, first a piece that was tapped itself. Orders name some pieces without their place.
  function unitsAt(place, titles) {
    var drawn = titlesDrawn().filter(function (title) { return title.includes(", ") && isAt(title, place); });
    var here = Seat.units.filter(function (unit) {
      return names(unit.dataset.unit, places[place]) || drawn.some(function (title) { return isPiece(unit, title); });
    });
    var first = here.filter(function (unit) { return isPiece(unit, titles[0]); });
    return first.concat(here.filter(function (unit) { return !first.includes(unit); }));
  }

  // Return the titles of what is drawn at a point, pieces and places, the uppermost first; not that of the whole map.
  function titlesAt(x, y) {
    var whole = map.querySelector("svg > title"), mapTitle = whole ? whole.textContent : "";
    var found = document.elementsFromPoint(x, y).filter(function (one) { return map.contains(one); });
    return found.map(function (one) {
      var near = one.closest("g, use, path");
      var title = one.querySelector(":scope > title") || (near && map.contains(near) && near.querySelector(":scope > title"));
      return title ? title.textContent : "";
    }).filter(function (title, i, all) { return title && title !== mapTitle && all.indexOf(title) === i; });
  }

  // Return the place of the uppermost piece, which may be drawn across a border; without a piece, the uppermost place.
  function placeIn(titles) {
    var under = titles[0] in places ? undefined : Object.keys(places).find(function (place) { return isAt(titles[0] || "", place); });
    return under || titles.find(function (title) { return title in places; });
  }

  function areaOf(svg, name) { // return what the map draws for a place
    var title = Array.from(svg.querySelectorAll("title")).find(function (one) { return one.textContent === name; });
    return title && title.parentNode !== svg ? title.parentNode : null;
  }

  // Return the element with the name of a place on the map.
  function labelOf(svg, place) {
    return Array.from(svg.querySelectorAll("text")).find(function (one) { return places[place].includes(one.textContent); });
  }

  // Return what the map draws for a unit at a place; nothing if pieces have no names, or it is drawn elsewhere.
  function pieceAt(svg, unit, place) {
    var title = Array.from(svg.querySelectorAll("title")).find(function (one) {
      var text = one.textContent;
      return text.includes(", ") && isAt(text, place) && unitDrawn([unit], text) === unit;
    });
    return title ? title.parentNode : null;
  }

  // Return the extent of something drawn, in units of the drawing.
  function boxOf(svg, one) {
    var box = one.getBoundingClientRect(), all = svg.getBoundingClientRect(), view = svg.viewBox.baseVal, by = view.width / all.width;
    return { x: view.x + (box.x - all.x) * by, y: view.y + (box.y - all.y) * by, width: box.width * by, height: box.height * by };
  }

  function middle(svg, one) {
    var box = one && boxOf(svg, one);
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
  }

  return {
    labelOf: labelOf, pieceAt: pieceAt, boxOf: boxOf, middle: middle,
    names: names, rowsOfStay: rowsOfStay, targetsOf: targetsOf, rowsFor: rowsFor, isStraight: isStraight, ownPlaces: ownPlaces, placesOf: placesOf, goalsOf: goalsOf,
    unitsAt: unitsAt, unitDrawn: unitDrawn, unitsDrawn: unitsDrawn, movesOf: movesOf, titlesAt: titlesAt, placeIn: placeIn, areaOf: areaOf
  };
}());
