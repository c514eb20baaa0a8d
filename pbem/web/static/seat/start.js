// Starts the page: the orders in the box are shown beside the units, then the map becomes live.
// Without scripts each button sends its order, and everything can be typed.
"use strict";
(function () {
  var form = Seat.form;
  if (form) {
    Seat.choosing.restore();
    Seat.choosing.recompute();
    var hint = form.querySelector(".hint");
    if (hint) { hint.textContent = hint.dataset.script; }
    Seat.box.addEventListener("input", function () { Seat.choosing.recompute(); Seat.choosing.keep(); });
    Seat.lists.listen();
    if (Seat.units.length && Seat.box.value.trim()) { Seat.lists.count(); } // an earlier draft that was not sent
  }
  if (Seat.map && window.fetch && window.Panzoom) {
    Seat.liveMap.begin();
  }
}());
