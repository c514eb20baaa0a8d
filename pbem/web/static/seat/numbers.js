// Orders that name a number of units: "3 Knight A9 - A5" of the stack "4 Knight A9", or "2 Knight C5" of builds.
"use strict";
Seat.numbers = (function () {
  var kinds = JSON.parse((Seat.form && Seat.form.dataset.numbered) || "[]");

  function split(text) { // the number of units, and what stands behind it; null if the text does not begin with units
    var found = text.match(/^(?:(\d+) )?(.*)$/);
    var hasUnits = found && kinds.some(function (kind) { return found[2].startsWith(kind + " "); });
    return hasUnits ? { number: Number(found[1] || 1), rest: found[2] } : null;
  }

  function written(number, rest) { return (number > 1 ? number + " " : "") + rest; }

  // How many units the orders of an entry may name in all: no limit for builds, 0 if its orders name no number.
  function most(unit) {
    var stack = split(unit.dataset.unit), first = unit.querySelector("li button");
    if (stack) { return stack.number; }
    return first && split(first.value.split("\n").pop()) ? Infinity : 0;
  }

  // The order in the list of an entry that a line with another number is made of.
  function listed(unit, line) {
    var one = most(unit) && split(line), stack = split(unit.dataset.unit);
    return one ? written(stack ? stack.number : 1, one.rest) : line;
  }

  function free(unit, lines) {
    return lines.reduce(function (left, line) { return left - (split(line) || { number: 1 }).number; }, most(unit) || 1);
  }

  function hasRoom(unit, lines) { return free(unit, lines) > 0; }

  function fits(unit, lines, line) { return free(unit, lines.concat(line)) >= 0; }

  // An order in the list for those units of a stack that have none; for all, if all have one.
  function forTheRest(unit, lines, order) {
    var stack = split(unit.dataset.unit), left = free(unit, lines);
    return stack && most(unit) && left > 0 ? written(left, split(order).rest) : order;
  }

  // --- buttons to change the number of each line ---

  function offer(unit, lines) {
    var area = unit.querySelector(":scope > .numbers");
    if (!area) { return; }
    var numbered = most(unit) > 1 ? lines.filter(split) : [];
    while (area.children.length > numbered.length) { area.lastChild.remove(); }
    while (area.children.length < numbered.length) { area.append(row()); }
    numbered.forEach(function (line, i) { fill(area.children[i], unit, lines, line); });
    area.hidden = !numbered.length;
  }

  function row() {
    var one = document.createElement("p"), line = document.createElement("span");
    one.append(button("\u2212"), " ", line, " ", button("+"));
    return one;
  }

  function button(sign) {
    var one = document.createElement("button");
    one.type = "button";
    one.textContent = sign;
    return one;
  }

  function fill(shown, unit, lines, line) {
    var one = split(line), area = shown.parentNode, buttons = shown.querySelectorAll("button");
    shown.querySelector("span").textContent = line;
    var focused = document.activeElement;
    label(buttons[0], area.dataset.fewer, line, written(one.number - 1, one.rest), one.number > 1);
    label(buttons[1], area.dataset.more, line, written(one.number + 1, one.rest), hasRoom(unit, lines));
    if (focused.disabled && shown.contains(focused)) { (buttons[0].disabled ? buttons[1] : buttons[0]).focus(); }
  }

  function label(one, words, line, changed, isPossible) {
    one.disabled = !isPossible;
    one.setAttribute("aria-label", words + ": " + line);
    one.dataset.line = line;
    one.dataset.instead = changed;
  }

  return { listed: listed, hasRoom: hasRoom, fits: fits, forTheRest: forTheRest, offer: offer };
}());
