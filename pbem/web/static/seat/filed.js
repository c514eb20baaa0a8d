// Shows each order on file at its unit, until the box has another order for that unit.
"use strict";
Seat.filed = (function () {
  var lines = Seat.lines, others = []; // orders for no unit in the lists
  var byUnit = new Map(Seat.units.map(function (unit) { return [unit, []]; }));

  function lists(unit, order) { return lines.ordersOf(unit).includes(Seat.preferences.parts(unit, order)[0]); }

  function names(unit, order) { return order.startsWith(unit.dataset.unit + " "); }

  function replaceable(unit, orders) { return orders.filter(function (one) { return !lines.isAdded(unit, one); }); }

  (Seat.form ? JSON.parse(Seat.form.dataset.filed) : []).forEach(function (order) {
    function find(isFor) { // of several builds, the first that has none yet
      return Seat.units.find(function (one) {
        return !lines.assumedFor(one) && isFor(one, order) && (lines.isAdded(one, order) || Seat.numbers.fits(one, replaceable(one, byUnit.get(one)), order));
      });
    }
    var unit = find(lists) || find(names); // "Gandalf starts at Iml" is listed, but not as an order of Gandalf
    (unit ? byUnit.get(unit) : others).push(order);
  });

  // Return the orders of a unit that stay in force beside those that it has in the box.
  function beside(unit, chosen) {
    var isReplaced = Boolean(unit.dataset.typed) || replaceable(unit, chosen).length > 0;
    return byUnit.get(unit).filter(function (one) { return !chosen.includes(one) && (lines.isAdded(unit, one) || !isReplaced); });
  }

  return { of: function (unit) { return byUnit.get(unit); }, beside: beside, others: others };
}());
