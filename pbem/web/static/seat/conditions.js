// Beside each chosen order: whether it counts only under a condition, in every turn, or also when nothing was sent.
"use strict";
(function () {
  var form = Seat.form, model = document.getElementById("terms");
  var terms = Seat.terms, lines = Seat.lines, choosing = Seat.choosing;
  if (!form || !model) { return; }

  function part(details, term) { return details.querySelector("[data-term=" + term + "]"); }

  function option(text) {
    var one = document.createElement("option");
    one.textContent = text;
    return one;
  }

  // Return the moves of the other units, such as "A Lam - Dor", those in the box first.
  function moves(unit) {
    var own = Seat.units.filter(function (other) { return other !== unit && !lines.assumedFor(other); });
    var listed = own.flatMap(function (other) {
      return lines.ordersOf(other).filter(function (order) { return order.startsWith(other.dataset.unit) && /^( - [^-: ]+)+$/.test(order.slice(other.dataset.unit.length)); });
    });
    var chosen = own.flatMap(choosing.ordersFor).filter(function (order) { return listed.includes(order); });
    return Array.from(new Set(chosen.concat(listed)));
  }

  var asked = null; // the moves of the others' units, by power: loaded when they are first needed

  function ofOthers() {
    asked = asked || fetch("moves.json", { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.json() : [];
    }).catch(function () { asked = null; return []; }); // the player can type them, and the next call loads them again
    return asked;
  }

  function group(one) {
    var moves = document.createElement("optgroup");
    moves.label = one[0];
    moves.append.apply(moves, one[1].map(option));
    return moves;
  }

  var byNumber = new Intl.Collator("en", { numeric: true });  // "B2" before "B10"

  function subjects(unit, order) {
    if (terms.form.subject === "moves") { return moves(unit); }
    var all = Object.keys(Seat.places), named = Seat.where.targetsOf(unit, order);
    return named.concat(all.filter(function (place) { return !named.includes(place); }).sort(byNumber.compare));
  }

  // Put the boxes in the order in which the condition is read: "A Lam - Dor" "succeeds", "the enemy is in" "Verdun".
  function arrange(details) {
    var claim = part(details, "claim"), subject = part(details, "subject");
    if (claim.value.startsWith("{}")) { claim.before(subject, " "); }
    else { claim.after(" ", subject); }
  }

  function fillSubjects(unit, details) {
    var subject = part(details, "subject");
    if (subject) { subject.replaceChildren.apply(subject, subjects(unit, details.dataset.order).map(option)); }
    if (subject && terms.form.subject === "moves") { ofOthers().then(function (all) { subject.append.apply(subject, all.map(group)); }); }
    fillOthers(unit, details);
  }

  // Fill the box with the other orders of the unit, after the line that means none.
  function fillOthers(unit, details) {
    var others = part(details, "other"), listed = lines.ordersOf(unit).filter(function (order) { return order !== details.dataset.order; });
    if (others) { others.replaceChildren.apply(others, [others.firstElementChild].concat(listed.map(option))); }
  }

  function make(entry, order) {
    var details = model.content.firstElementChild.cloneNode(true), depends = details.querySelector(".only-if"), inCombat = details.querySelector(".in-combat");
    details.dataset.order = details.querySelector("summary span").textContent = order;
    if (depends && !terms.mayDepend(order)) { details.querySelectorAll(".only-if").forEach(function (one) { one.remove(); }); }
    if (inCombat && !terms.mayDependInCombat(order)) { inCombat.remove(); }
    if (part(details, "claim")) {
      part(details, "claim").addEventListener("change", function () { arrange(details); });
      arrange(details);
    }
    // The boxes have long lists, so they are filled when they are needed: just before they are shown, so that nothing
    // moves under the finger.
    details.addEventListener("click", function (event) {
      event.stopPropagation();
      if (event.target.closest("summary") && !details.open) { fillSubjects(entry.unit, details); }
      if (event.target.closest("button")) { press(entry.unit, details, event.target.closest("button").dataset.term); }
    });
    details.addEventListener("toggle", function () { // opened in another way, such as by a search in the page
      if (details.open && !details.querySelector("[data-term=subject] option")) { fillSubjects(entry.unit, details); }
    });
    return details;
  }

  function claimed(details) {
    var subject = part(details, "subject").value;
    return part(details, "claim").value.replace("{}", function () { return subject; });
  }

  // Return the order for the case that the condition does not hold; below the word of an action it is written without it.
  function other(details, order) {
    var word = form.dataset.word + " ", chosen = part(details, "other").value;
    return form.dataset.word && !order.startsWith(word) && chosen.startsWith(word) ? chosen.slice(word.length) : chosen;
  }

  function press(unit, details, term) {
    var at = Number(details.dataset.row), rows = lines.rows(), one = terms.split(rows[at].trim()), order = details.dataset.order;
    if (term === "late") {
      return choosing.rewrite(unit, Seat.late.toggled(rows, unit, order, terms.exchanged(rows[at], order)));
    }
    if (term === "standing") { one.standing = one.standing ? "" : terms.standing; }
    if (term === "none") { one.condition = ""; }
    if (term === "add") { one.condition = claimed(details); }
    if (term === "and") { one.condition += " and " + claimed(details); }
    if (term === "fight") { one.combat = part(details, "combat").value; }
    if (term === "else") { one.otherwise = other(details, one.order); }
    rows[at] = terms.written(one);
    choosing.rewrite(unit, rows, rows[at]);
  }

  // Say after the order when it counts, as one sentence.
  function tell(shown, terms) {
    shown.textContent = Object.keys(terms).filter(function (name) { return terms[name]; }).map(function (name) {
      return shown.dataset[name].replace("{}", function () { return terms[name]; });
    }).join("");
  }

  function fill(details, at, rows) {
    var one = terms.split(rows[at].trim()), none = part(details, "none"), stands = part(details, "standing"), late = part(details, "late");
    details.dataset.row = at;
    tell(details.querySelector("strong"), { "if": one.condition, fight: one.combat, "else": one.otherwise });
    if (none) { none.disabled = part(details, "and").disabled = !one.condition; }
    if (part(details, "else")) { part(details, "else").disabled = !one.condition; }
    if (stands) { stands.setAttribute("aria-pressed", one.standing ? "true" : "false"); }
    late.disabled = Boolean(one.standing);
    late.setAttribute("aria-pressed", Seat.late.isLate(rows, terms.exchanged(rows[at], details.dataset.order)) ? "true" : "false");
  }

  function offer(entry) {
    var area = entry.unit.querySelector(":scope > .for-orders"), old = Array.from(area.children), rows = lines.rows();
    var now = entry.orders.map(function (order) {
      return old.find(function (one) { return one.dataset.order === order; }) || make(entry, order);
    });
    if (now.length !== old.length || now.some(function (one, i) { return one !== old[i]; })) { area.replaceChildren.apply(area, now); }
    now.forEach(function (one, i) { fill(one, entry.rows[i], rows); });
  }

  form.addEventListener("orders", function (event) {
    event.detail.entries.filter(function (entry) { return !entry.isAssumed; }).forEach(offer);
  });
}());
