// A search field: the list keeps only the rows that contain all the words typed. The words come from the page.
"use strict";
(function () {
  var place = document.getElementById("search");
  var rows = Array.from(document.querySelectorAll(".found li"));
  if (!place) { return; }
  var label = document.createElement("label"), field = document.createElement("input"), count = document.createElement("p");
  label.htmlFor = field.id = "words";
  label.textContent = place.dataset.label;
  field.type = "search";
  count.setAttribute("role", "status");
  place.append(label, field, count);
  var texts = rows.map(function (row) { return plain(row.textContent); });
  function plain(text) { return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase(); }
  field.addEventListener("input", function () {
    var words = plain(field.value).split(/\s+/).filter(Boolean), found = 0;
    rows.forEach(function (row, i) {
      row.hidden = !words.every(function (word) { return texts[i].includes(word); });
      found += row.hidden ? 0 : 1;
    });
    count.textContent = words.length ? found + " " + place.dataset.found : "";
  });
}());
