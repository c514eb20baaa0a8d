// What the page contains, for the other scripts: the form, the box, the units, the map, and the names of places.
"use strict";
window.Seat = (function () {
  var form = document.getElementById("orders"), map = document.getElementById("picture");
  return {
    form: form,
    box: form && form.elements.text,
    units: form ? Array.from(form.querySelectorAll(".unit")) : [],
    map: map,
    said: document.getElementById("place"), // the line below the map
    places: map ? JSON.parse(map.dataset.places) : {}, // the names of each place in orders
    about: map ? JSON.parse(map.dataset.about) : {} // what can be looked up of it
  };
}());
