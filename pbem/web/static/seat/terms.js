// What stands before or behind an order: "STANDING: ", or a condition. Without it the order is one of the lists.
"use strict";
Seat.terms = (function () {
  var data = Seat.form ? Seat.form.dataset : {}, standing = data.standing || "";
  var form = data.conditions ? JSON.parse(data.conditions) : null;
  var shape = form && new RegExp(
    "^" + pattern(form.before, "condition") + "(?<order>.+?)" + (form.otherwise ? "(?:" + pattern(form.otherwise, "otherwise") + ")?" : "")
    + pattern(form.behind, "condition") + "$", "i"
  );

  function pattern(text, name) { return text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace("{}", "(?<" + name + ">.+?)"); }

  function mayDepend(order) { return Boolean(form) && order.includes(form.only); }

  // The order in a row of the box, its condition and the order that counts otherwise, "" for none, and what says that
  // it is in force in every turn.
  function split(row) {
    var stands = standing && row.toLowerCase().startsWith(standing.toLowerCase()) ? standing : "";
    var rest = row.slice(stands.length), found = mayDepend(rest) && rest.match(shape);
    return {
      standing: stands, condition: found ? found.groups.condition : "", order: found ? found.groups.order : rest,
      otherwise: found && found.groups.otherwise || ""
    };
  }

  function written(one) {
    function part(text, value) { return value ? text.replace("{}", function () { return value; }) : ""; }
    if (!form || !one.condition) { return one.standing + one.order; }
    return one.standing + part(form.before, one.condition) + one.order + part(form.otherwise, one.otherwise) + part(form.behind, one.condition);
  }

  // A row with another order, and otherwise as it was.
  function exchanged(row, order) { return written(Object.assign(split(row.trim()), { order: order })); }

  return { form: form, standing: standing, mayDepend: mayDepend, split: split, written: written, exchanged: exchanged };
}());
