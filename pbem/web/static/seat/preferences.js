// Orders that name several places, the first choice first: "A MTi R Los, Ano" is "A MTi R Los", else "A MTi R Ano".
"use strict";
Seat.preferences = (function () {
  var word = (Seat.form && Seat.form.dataset.preferences) || "";

  function headOf(unit, order) { // "A MTi R ", or "" if the order names only one thing
    var head = word && [unit.dataset.unit + word, word].find(function (one) { return order.startsWith(one); });
    return head || "";
  }

  // The orders in the lists that a line is made of.
  function parts(unit, line) {
    var head = headOf(unit, line);
    return head ? line.slice(head.length).split(", ").map(function (one) { return head + one; }) : [Seat.numbers.listed(unit, line)];
  }

  function without(unit, line, part) {
    var head = headOf(unit, line);
    var left = parts(unit, line).filter(function (one) { return one !== part; });
    return left.length ? head + left.map(function (one) { return one.slice(head.length); }).join(", ") : "";
  }

  function isPlace(name) { return Object.values(Seat.places).some(function (names) { return names.includes(name); }); }

  // Offer what may be added to the lines of a unit, each in a button.
  function offer(unit, chosen, listed) {
    var then = unit.querySelector(".then");
    if (!then) { return; }
    var buttons = chosen.flatMap(function (line) {
      var head = headOf(unit, line), has = parts(unit, line);
      if (!head || !has.every(function (one) { return isPlace(one.slice(head.length)); })) { return []; }
      return listed.filter(function (one) {
        return headOf(unit, one) === head && !has.includes(one) && isPlace(one.slice(head.length));
      }).map(function (one) { return button(line, one.slice(head.length)); });
    });
    var shown = then.querySelector("span");
    shown.replaceChildren.apply(shown, buttons.flatMap(function (one) { return [one, " "]; }));
    then.hidden = !buttons.length;
  }

  function button(line, name) {
    var one = document.createElement("button");
    one.type = "button";
    one.textContent = name;
    one.dataset.line = line;
    one.dataset.instead = line + ", " + name;
    return one;
  }

  return { headOf: headOf, parts: parts, without: without, offer: offer };
}());
