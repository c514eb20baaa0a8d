// Orders that name a part of a stack: "A Wil S 2A NRh" of "A Wil S 3A NRh", and in a division "2A Nrd - Kha" of "4A Nrd".
// Orders that name an amount, listed with 1: "CANCEL AIR up to 2" of "CANCEL AIR up to 1".
"use strict";
Seat.counts = (function () {
  var kinds = JSON.parse((Seat.form && Seat.form.dataset.counted) || "[]");
  var named = new RegExp("(?<![\\p{L}\\p{N}/])(\\d*)((?:" + kinds.join("|") + ") \\p{L}+)(?![\\p{L}\\p{N}])", "gu");
  var highest = JSON.parse((Seat.form && Seat.form.dataset.amounts) || "{}"), amounts = Object.keys(highest);
  var amount = new RegExp("\\b(" + amounts.join("|") + ") (\\d+)\\b");
  var seen = new WeakMap(); // what was found for each unit, as long as its list stays the same

  function plain(line) { return line.replace(named, "$2"); }

  function withAmount(line, number) { return line.replace(amount, "$1 " + number); }

  function stacks(line) {
    return Array.from(line.matchAll(named)).map(function (one) {
      return { at: one.index, number: Number(one[1] || 1), text: one[0], rest: one[2] };
    });
  }

  function byPlain(unit) {
    var orders = Seat.lines.ordersOf(unit), key = orders.join("\n"), known = seen.get(unit);
    if (!known || known.key !== key) {
      known = { key: key, orders: new Map(orders.map(function (one) { return [plain(one), one]; })) };
      seen.set(unit, known);
    }
    return known.orders;
  }

  // Return the order in the list of a unit from which a line with other numbers was made.
  function listed(unit, line) {
    if (amounts.length) { return amount.test(line) && Seat.lines.ordersOf(unit).includes(withAmount(line, 1)) ? withAmount(line, 1) : line; }
    if (!kinds.length) { return line; }
    var found = byPlain(unit).get(plain(line));
    return found && line.startsWith(unit.dataset.unit) === found.startsWith(unit.dataset.unit) ? found : line;
  }

  // Return the numbers of a line that may be changed: the text shown for each, and the line with one fewer and with one
  // more, "" if there is none.
  function numbers(unit, line) {
    if (amounts.length) { return byAmount(line); }
    if (!kinds.length) { return []; }
    var own = stacks(unit.dataset.unit)[0], first = stacks(line), isStack = own && line.startsWith(own.text);
    var inside = isStack ? first.slice(1) : first;
    var most = stacks(Seat.preferences.parts(unit, line).join("\n"));
    var taken = inside.reduce(function (sum, one) { return sum + (own && one.rest === own.rest ? one.number : 0); }, 0);
    return inside.map(function (one) {
      var isPart = isStack && one.rest === own.rest; // a part of a divided stack: together they are no more than the stack
      var whole = most.filter(function (other) { return other.rest === one.rest; })[0];
      var limit = isPart ? own.number - taken + one.number : whole ? whole.number : one.number;
      return {
        text: isPart ? line.slice(one.at).split(",")[0] : line,
        fewer: one.number > 1 ? changed(line, one, one.number - 1) : "",
        more: one.number < limit ? changed(line, one, one.number + 1) : ""
      };
    }).filter(function (one) { return one.fewer || one.more; });
  }

  function byAmount(line) {
    var found = line.match(amount), number = found && Number(found[2]);
    return !found ? [] : [{ text: line, fewer: number > 1 ? withAmount(line, number - 1) : "", more: number < highest[found[1]] ? withAmount(line, number + 1) : "" }];
  }

  function changed(line, one, number) {
    return line.slice(0, one.at) + (number > 1 ? number : "") + one.rest + line.slice(one.at + one.text.length);
  }

  return { listed: listed, numbers: numbers };
}());
