import { discriminatorValues, renamedValue } from "../pairing/discriminator-values.ts";
import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const discriminatorValueRemoved = rule({
  id: "discriminator-value-removed",
  on: "schema",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  concern: "values",
  oasdiff: "{part}-discriminator-mapping-deleted",
  mirror: "discriminator-value-added",
  why: "The provider refuses a discriminator value that it accepted, or no longer returns it.",
  compare(base, revision, report) {
    const [ours, theirs] = [discriminatorValues(base), discriminatorValues(revision)];
    // Without a discriminator with known values, the values cannot be compared.
    if (ours.size === 0 || theirs.size === 0) return;
    for (const named of ours.values()) {
      const { value, name, at } = named;
      if (theirs.has(value)) continue;
      const other = renamedValue(named, ours, theirs);
      const next = base.polarity === "out" ? other : undefined;
      // OpenAPI does not define whether a mapped schema may also be named by its own name (3.1, 4.8.25).
      const isOwnName = base.polarity === "in" && value === name && other?.name === name;
      report({
        message: (part) => {
          if (next) return `Discriminator value ${quote(value)} of ${part} is called ${quote(next.value)} now`;
          return `Discriminator value ${quote(value)} was removed from ${part}`;
        },
        base: at,
        revision: next?.at ?? revision.pointer,
        values: [value],
        before: value,
        ...(next && { after: next.value }),
        ...(isOwnName
          ? { verdict: "dangerous", note: "The value is the name of the shape, and may still select it" }
          : { effect: "shrank", ...(next && { question: "response-value-renamed" }) }),
        lost: named.valueSchema,
        byName: true,
      });
    }
  },
});
