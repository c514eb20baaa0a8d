// A slider through the maps of a table, beside its list of turns. The words come from the page.
"use strict";
(function () {
  var figure = document.querySelector(".replay");
  var rows = Array.from(document.querySelectorAll("li[data-map]"));
  if (!figure || rows.length < 2) { return; }
  rows.sort(function (one, other) { return one.value - other.value; });
  var link = figure.querySelector("a"), map = figure.querySelector("img"), caption = figure.querySelector("figcaption");
  var slider = document.createElement("input"), bar = document.createElement("p"), timer = 0;
  slider.type = "range";
  slider.min = 0;
  slider.max = rows.length - 1;
  slider.value = rows.length - 1;
  slider.setAttribute("aria-label", figure.dataset.slider);

  function show(number) {
    var row = rows[number], target = row.querySelector("a");
    slider.value = number;
    slider.setAttribute("aria-valuetext", target.textContent);
    map.src = row.dataset.map;
    map.alt = row.dataset.alt;
    link.href = target.href;
    caption.textContent = row.textContent;
    if (rows[number + 1]) { new Image().src = rows[number + 1].dataset.map; }
  }

  function go(step) {
    var number = Number(slider.value) + step;
    if (rows[number]) { show(number); } else { stop(); }
  }

  function stop() { window.clearInterval(timer); timer = 0; play.textContent = figure.dataset.play; }

  function button(words, act) {
    var one = document.createElement("button");
    one.type = "button";
    one.textContent = words;
    one.addEventListener("click", act);
    return one;
  }

  var play = button(figure.dataset.play, function () {
    if (timer) { stop(); return; }
    if (Number(slider.value) === rows.length - 1) { show(0); }
    play.textContent = figure.dataset.stop;
    timer = window.setInterval(function () { go(1); }, 1500);
  });
  bar.append(button(figure.dataset.before, function () { stop(); go(-1); }), " ", play, " ", button(figure.dataset.after, function () { stop(); go(1); }));
  figure.querySelector(".controls").append(slider, bar); // above the map: in view with it, and a button that is pressed again and again does not move when the caption grows
  slider.addEventListener("input", function () { stop(); show(Number(slider.value)); });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target === slider) { return; }
    var step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { stop(); go(step); }
  });
}());
