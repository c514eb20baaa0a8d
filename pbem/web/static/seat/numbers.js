// Orders that name a number of units: "3 Knight A9 - A5" of the stack "4 Knight A9", or "2 Knight C5" of builds.
"use strict";
Seat.numbers = (function () {
  var kinds = JSON.parse((Seat.form && Seat.form.dataset.numbered) || "[]");

  function split(text) { // return the number of units, and the text after it; null if it does not begin with units
    var found = text.match(/^(?:(\d+) )?(.*)$/);
    var hasUnits = found && kinds.some(function (kind) { return found[2].startsWith(kind + " "); });
    return hasUnits ? { number: Number(found[1] || 1), rest: found[2] } : null;
  }

  function written(number, rest) { return (number > 1 ? number + " " : "") + rest; }

  // Return how many units the orders of an entry may name in all: no limit for builds, 0 if its orders name no number.
  function most(unit) {
    var stack = split(unit.dataset.unit), first = unit.querySelector("li button");
    if (stack) { return stack.number; }
    return first && split(first.value.split("\n").pop()) ? Infinity : 0;
  }

  // Return whether an entry owes an order: in a game of numbered stacks only a stack does.
  function isOwed(unit) { return !kinds.length || Boolean(split(unit.dataset.unit)); }

  // Return the order in the list of an entry from which a line with another number was made.
  function listed(unit, line) {
    var one = most(unit) && split(line), stack = split(unit.dataset.unit);
    return one ? written(stack ? stack.number : 1, one.rest) : line;
  }

  function free(unit, lines) {
    return lines.reduce(function (left, line) { return left - (split(line) || { number: 1 }).number; }, most(unit) || 1);
  }

  function hasRoom(unit, lines) { return free(unit, lines) > 0; }

  function fits(unit, lines, line) { return free(unit, lines.concat(line)) >= 0; }

  // Return an order of the list for those units of a stack that have none; for all, if all have one.
  function forTheRest(unit, lines, order) {
    var stack = split(unit.dataset.unit), left = free(unit, lines);
    return stack && most(unit) && left > 0 ? written(left, split(order).rest) : order;
  }

  // --- buttons to change the number of each line ---

  function offer(unit, lines) {
    var area = unit.querySelector(":scope > .numbers");
    if (!area) { return; }
    var found = (most(unit) > 1 ? lines.filter(split).map(whole) : []).concat(lines.flatMap(within));
    while (area.children.length > found.length) { area.lastChild.remove(); }
    while (area.children.length < found.length) { area.append(row()); }
    found.forEach(function (one, i) { fill(area.children[i], one); });
    area.hidden = !found.length;

    function whole(line) {
      var one = split(line);
      return {
        line: line, text: line, fewer: one.number > 1 ? written(one.number - 1, one.rest) : "",
        more: hasRoom(unit, lines) ? written(one.number + 1, one.rest) : ""
      };
    }

    function within(line) {
      return Seat.counts.numbers(unit, line).map(function (one) { return Object.assign({ line: line }, one); });
    }
  }

  function row() {
    var one = document.createElement("p"), line = document.createElement("span"), words = document.createElement("em");
    one.append(words, " ", button("\u2212"), " ", line, " ", button("+"));
    return one;
  }

  function button(sign) {
    var one = document.createElement("button");
    one.type = "button";
    one.textContent = sign;
    return one;
  }

  function fill(shown, one) {
    var area = shown.parentNode, buttons = shown.querySelectorAll("button");
    shown.querySelector("span").textContent = one.text;
    shown.querySelector("em").textContent = area.dataset.label;
    var focused = document.activeElement;
    label(buttons[0], area.dataset.fewer, one, one.fewer);
    label(buttons[1], area.dataset.more, one, one.more);
    if (focused.disabled && shown.contains(focused)) { (buttons[0].disabled ? buttons[1] : buttons[0]).focus(); }
  }

  function label(button, words, one, changed) {
    button.disabled = !changed;
    button.setAttribute("aria-label", words + ": " + one.text);
    button.dataset.line = one.line;
    button.dataset.instead = changed;
  }

  return { isOwed: isOwed, listed: listed, hasRoom: hasRoom, fits: fits, forTheRest: forTheRest, offer: offer };
}());
