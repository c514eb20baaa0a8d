// Writes orders that differ only at their end as one: "A MTi R Los, Ano" is "A MTi R Los" or, failing that, "A MTi R Ano".
"use strict";
Seat.preferences = (function () {
  var kinds = JSON.parse((Seat.form && Seat.form.dataset.joined) || "[]");

  // Return how an order is joined to others, and what they have in common: "A MTi R "; null if it cannot be joined.
  function joint(unit, order) {
    var own = unit.dataset.unit;
    for (var i = 0; i < kinds.length; i += 1) {
      var at = order.indexOf(kinds[i].word), before = order.slice(0, Math.max(0, at));
      var fits = kinds[i].begins ? before.startsWith(kinds[i].begins) : !before || before === own || /: $/.test(before);
      if (at >= 0 && fits) {
        return { kind: kinds[i], head: before + kinds[i].word };
      }
    }
    return null;
  }

  function headOf(unit, order) { var found = joint(unit, order); return found ? found.head : ""; }

  // Return the orders of the lists from which a line is made.
  function parts(unit, line) {
    var found = joint(unit, line);
    var each = found ? line.slice(found.head.length).split(found.kind.glue).map(function (one) { return found.head + one; }) : [line];
    return each.map(function (one) { return Seat.counts.listed(unit, Seat.numbers.listed(unit, one)); });
  }

  function without(unit, line, part) {
    var found = joint(unit, line);
    if (!found) { return ""; }
    var all = parts(unit, line), each = line.slice(found.head.length).split(found.kind.glue);
    var left = each.filter(function (one, i) { return all[i] !== part; });
    return left.length ? found.head + left.join(found.kind.glue) : "";
  }

  // Offer what may be added to the lines of a unit, with a button each.
  function offer(unit, chosen, listed) {
    var then = unit.querySelector(":scope > .then"), label = "";
    if (!then) { return; }
    var buttons = chosen.flatMap(function (line) {
      var found = joint(unit, line), has = parts(unit, line);
      if (!found || has.some(isAlone)) { return []; }
      label = found.kind.label;
      return listed.filter(function (one) { return headOf(unit, one) === found.head && !has.includes(one) && !isAlone(one); })
        .map(function (one) { return button(line, found.kind.glue + one.slice(found.head.length)); });
      function isAlone(one) { return found.kind.alone.includes(one.slice(found.head.length)); }
    });
    var shown = then.querySelector("span"), old = Array.from(shown.children);
    Seat.arrange(shown, buttons.map(function (one) { return old.find(function (other) { return other.isEqualNode(one); }) || one; }));
    then.querySelector("em").textContent = label;
    then.hidden = !buttons.length;
  }

  function button(line, added) {
    var one = document.createElement("button");
    one.type = "button";
    one.textContent = added.replace(/^(, | or )/, "");
    one.dataset.line = line;
    one.dataset.instead = line + added;
    return one;
  }

  return { headOf: headOf, parts: parts, without: without, offer: offer };
}());
