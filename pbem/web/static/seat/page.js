// What the page contains, for the other scripts: the form, the box, the units, the map, and the names of places.
"use strict";
window.Seat = (function () {
  var form = document.getElementById("orders"), map = document.getElementById("picture"), known = map ? JSON.parse(map.dataset.places) : {};

  // Return what *make* returns for each place, given its full name, its short name, and the rest of what is known of it.
  function each(make) {
    return Object.fromEntries(Object.keys(known).map(function (place) { return [place, make(place, known[place][0], known[place][1])]; }));
  }

  return {
    form: form,
    box: form && form.elements.text,
    units: form ? Array.from(form.querySelectorAll(".unit")) : [],
    map: map,
    said: document.getElementById("place"), // the line below the map
    places: each(function (place, short) { return short === place ? [place] : [short, place]; }), // the names of each place in orders
    // Return the name of a unit in its list: "full German Army Metz (2 of 3)".
    nameOf: function (unit) { return unit.querySelector(".name").textContent; },
    about: each(function (place, short, more) { return short + ": " + (!more || more.startsWith(",") ? place : "") + more; }), // what can be looked up of it
    // Give an element these children in this order. Those that stay do not move, because a finger may be on one of them.
    arrange: function (area, children) {
      Array.from(area.children).filter(function (old) { return !children.includes(old); }).forEach(function (old) { old.remove(); });
      children.forEach(function (one, i) {
        if (area.children[i] !== one) { area.insertBefore(one, area.children[i] || null); }
      });
    },
    // Change the page so that the top or the bottom of an element on the screen stays where it is: a finger may be on it,
    // or about to press what is below.
    still: function (element, side, change) {
      var before = element.getBoundingClientRect()[side];
      change();
      var moved = element.getBoundingClientRect()[side] - before, isThere = element.getClientRects().length > 0;
      if (moved && isThere && before > 0 && before < window.innerHeight) { window.scrollBy({ top: moved, behavior: "instant" }); }
    }
  };
}());
