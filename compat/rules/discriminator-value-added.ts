import { discriminatorValues } from "../pairing/discriminator-values.ts";
import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const discriminatorValueAdded = rule({
  id: "discriminator-value-added",
  on: "schema",
  kind: "added",
  verdict: "non-breaking",
  principle: "further-value",
  concern: "values",
  oasdiff: "{part}-discriminator-mapping-added",
  mirror: "discriminator-value-removed",
  why: "A further discriminator value counts as a further enum value.",
  compare(base, revision, report) {
    const [ours, theirs] = [discriminatorValues(base), discriminatorValues(revision)];
    // Without a discriminator with known values, the values cannot be compared.
    if (ours.size === 0 || theirs.size === 0) return;
    for (const { value, at } of theirs.values()) {
      if (ours.has(value)) continue;
      report({
        message: (part) => `Discriminator value ${quote(value)} was added to ${part}`,
        base: base.pointer,
        revision: at,
        values: [value],
        after: value,
        effect: "grew",
        byName: true,
      });
    }
  },
});
