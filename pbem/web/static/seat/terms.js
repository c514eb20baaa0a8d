// What stands before or behind an order: "STANDING: ", or a condition. Without it the order is one of the lists.
"use strict";
Seat.terms = (function () {
  var data = Seat.form ? Seat.form.dataset : {}, standing = data.standing || "";
  var form = data.conditions ? JSON.parse(data.conditions) : null;
  var shape = form && new RegExp("^" + pattern(form.before) + "(?<order>.+?)" + pattern(form.behind) + "$", "i");

  function pattern(text) { return text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace("{}", "(?<condition>.+?)"); }

  function mayDepend(order) { return Boolean(form) && order.includes(form.only); }

  // The order in a row of the box, its condition, "" for none, and what says that it is in force in every turn.
  function split(row) {
    var stands = standing && row.toLowerCase().startsWith(standing.toLowerCase()) ? standing : "";
    var rest = row.slice(stands.length), found = mayDepend(rest) && rest.match(shape);
    return { standing: stands, condition: found ? found.groups.condition : "", order: found ? found.groups.order : rest };
  }

  function written(one) {
    var condition = one.condition;
    function part(text) { return condition ? text.replace("{}", function () { return condition; }) : ""; }
    return one.standing + (form ? part(form.before) + one.order + part(form.behind) : one.order);
  }

  // A row with another order, and otherwise as it was.
  function exchanged(row, order) { return written(Object.assign(split(row.trim()), { order: order })); }

  return { form: form, standing: standing, mayDepend: mayDepend, split: split, written: written, exchanged: exchanged };
}());
