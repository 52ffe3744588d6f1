import { rule } from "../rule.ts";
import { propertyStep, quoted } from "../wording.ts";

export const requestPropertyBecameRequired = rule({
  id: "request-property-became-required",
  on: "requestSchema",
  kind: "changed",
  verdict: "breaking",
  section: "9.5",
  oasdiff: ({ before }) =>
    before === undefined ? "new-required-request-property" : "request-property-became-required",
  mirror: "request-property-became-optional",
  why: "Requests of the earlier contract that leave the property out are refused.",
  compare(base, revision, report) {
    for (const [name, requiredAt] of revision.required) {
      if (base.required.has(name)) continue;
      const known = base.properties.get(name);
      const isNew = !known && revision.properties.has(name);
      report({
        message: `Property ${quoted(name)} ${isNew ? "was added and is required" : "became required"}`,
        step: propertyStep(name),
        base: known?.pointer ?? base.pointer,
        revision: requiredAt,
        values: [name],
        // Only an existing property can be tightened; a new one is judged as an addition that is none.
        section: isNew ? "9.2" : "9.5",
        ...(known && { before: { required: false } }),
        after: { required: true },
        lost: { type: "object", not: { required: [name] } },
        ...(known && { basis: known.basis }),
      });
    }
  },
});
