// Asks what the text in the box means, and shows it: below each chosen order, at each unit, and below the box.
"use strict";
(function () {
  var form = Seat.form, said = Seat.said, told = document.getElementById("read");
  if (!form || !told || !window.fetch) { return; }
  var PAUSE = 400; // milliseconds without another change
  var timer = 0, asked = 0, before = "", now = []; // the entries of the page

  // Reserve space for the sentence of each chosen order at once, so that what is below does not move later, under a finger.
  function makeRoom(entry) {
    entry.unit.querySelectorAll("li").forEach(function (row) {
      var isChosen = !entry.isAssumed && lineOf(entry, row) >= 0, means = row.querySelector(".means");
      if (means && !isChosen) { means.remove(); }
      if (!means && isChosen) {
        means = document.createElement("span");
        means.className = "means";
        means.textContent = "\u2026";
        row.append(means);
      }
    });
  }

  function orderIn(row) { return Seat.lines.orderOf(row.querySelector("button")); }

  // Return the line of an entry that is explained at a row of its list: that of its order, or of its first preference.
  function lineOf(entry, row) {
    return entry.orders.findIndex(function (line) { return Seat.preferences.parts(entry.unit, line)[0] === orderIn(row); });
  }

  // Return the reading of each row of the box; the readings are those of the rows that are orders, in their order.
  function byRow(rows, lines) {
    var next = 0;
    return rows.map(function (row, i) {
      var at = lines.findIndex(function (line, n) { return n >= next && line[0] === row.trim(); });
      if (!row.trim() || at < 0) { return null; }
      next = at + 1;
      var other = lines[next]; // "if A: X else: Y" is two orders
      if (!other || other[0] !== row.trim() || (rows[i + 1] || "").trim() === row.trim()) { return lines[at]; }
      next += 1;
      return [row.trim(), lines[at][1] + ". " + other[1], lines[at][2] && other[2]];
    });
  }

  function explain(entry, read) {
    var found = entry.rows.map(function (row) { return read[row]; });
    entry.unit.classList.toggle("refused", found.some(function (line) { return line && !line[2]; }));
    Seat.still(entry.unit, "bottom", function () { // a sentence may need more space than was reserved
      Array.from(entry.unit.querySelectorAll("li")).forEach(function (row) {
        var line = found[lineOf(entry, row)], means = row.querySelector(".means");
        if (line && means) { means.textContent = line[1]; }
      });
    });
  }

  // Show a sentence in the line below the map, if there is enough space for it.
  function tell(text) {
    var before = said.textContent, height = said.offsetHeight;
    said.textContent = text;
    if (said.offsetHeight > height) { said.textContent = before; }
  }

  function note(entry, now) { // show the order of a unit that was typed, or that is part of the order of another
    var shown = entry.unit.querySelector(".chosen");
    entry.unit.dataset.typed = now || "";
    if (!entry.orders.length) { shown.textContent = now || entry.unit.dataset.file || ""; }
  }

  function list(answer) {
    var written = Seat.lines.rows().map(function (row) { return row.trim(); });
    var rows = answer.lines.filter(function (line) { return !line[2]; }).map(function (line) {
      return written.includes(line[0]) ? line[0] + ": " + line[1] : line[1]; // some are about the whole sheet
    });
    told.replaceChildren.apply(told, rows.concat(answer.remarks).map(function (text) {
      var row = document.createElement("li");
      row.textContent = text;
      return row;
    }));
    told.hidden = !told.children.length;
  }

  function show(answer) {
    if (Seat.later.show(now, answer)) { Seat.choosing.recompute(); } // it reads the entries again, and so sets *now*
    var entries = now, rows = form.elements.text.value.split("\n"), read = byRow(rows, answer.lines);
    entries.forEach(function (entry, i) {
      if (entry.isAssumed) { return; }
      explain(entry, read);
      note(entry, answer.units[i]);
    });
    list(answer);
    form.dispatchEvent(new CustomEvent("read"));
    var latest = form.dataset.latest, line = latest && read[rows.findIndex(function (row) { return latest === row.trim(); })];
    if (line && said && said.getBoundingClientRect().bottom > 0) { tell(form.dataset.written + " " + latest + ". " + line[1]); }
    form.dataset.latest = "";
  }

  function ask() {
    var number = asked += 1;
    fetch("reading", { method: "POST", credentials: "same-origin", body: new URLSearchParams(new FormData(form)) }).then(function (answer) {
      if (!answer.ok) { throw new Error("not read"); }
      return answer.json();
    }).then(function (answer) {
      if (number === asked) { show(answer); }
    }).catch(function () { // the confirmation says the same
      form.querySelectorAll(".means").forEach(function (one) { if (one.textContent === "\u2026") { one.textContent = ""; } });
    });
  }

  form.addEventListener("orders", function (event) {
    var text = form.elements.text.value;
    now = event.detail.entries;
    now.forEach(makeRoom);
    if (text === before) { return; }
    before = text;
    clearTimeout(timer);
    if (text.trim()) { timer = setTimeout(ask, PAUSE); }
    else { asked += 1; show({ lines: [], units: [], later: [], instead: [], remarks: [] }); }
  });
}());
