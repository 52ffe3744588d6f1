import { sendAlways } from "./support/advice.ts";
import { carriedId } from "./support/removed-properties.ts";
import { rule } from "./support/rule.ts";
import { propertyStep, quote } from "../model/wording.ts";

export const requestPropertyBecameRequired = rule({
  id: "request-property-became-required",
  on: "requestSchema",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  demandsOfCaller: "always",
  advice: [sendAlways],
  oasdiff: ({ before }) => chooseOasdiffId(before === undefined),
  mirror: "request-property-became-optional",
  why: "Requests of the earlier contract that leave the property out are refused.",
  compare(base, revision, report) {
    for (const [name, requiredAt] of revision.required) {
      if (base.required.has(name)) continue;
      const known = base.properties.get(name);
      const property = revision.properties.get(name);
      const isUncovered = base.excluded.has(name);
      const isNew = !known && property !== undefined;
      const added = isUncovered ? "is no longer read-only, and is required" : "was added and is required";
      report({
        message: `Property ${quote(name)} ${isNew ? added : "became required"}`,
        step: propertyStep(name),
        base: known?.pointer ?? base.pointer,
        revision: requiredAt,
        values: [name],
        ...(known && { before: { required: false } }),
        after: { required: true },
        ...(isUncovered && { oasdiff: carriedId("became-not", "in", true) }),
        ...(property?.hasDefault && { oasdiff: [`${chooseOasdiffId(isNew)}-with-default`, chooseOasdiffId(isNew)] }),
        lost: { type: "object", not: { required: [name] } },
        ...(isUncovered && {
          unproven:
            "No value was found that shows it: validators demand what one part requires, and another makes read-only",
        }),
        ...(known && { basis: known.basis }),
      });
    }
  },
});

function chooseOasdiffId(isNew: boolean): string {
  if (isNew) return "new-required-{part}";
  return "{part}-became-required";
}
