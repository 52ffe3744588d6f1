import { discriminatorValues } from "../pairing/discriminator-values.ts";
import { rule } from "./support/rule.ts";
import { quote } from "../model/wording.ts";

export const discriminatorTargetChanged = rule({
  id: "discriminator-target-changed",
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  concern: "type",
  oasdiff: "{part}-discriminator-mapping-changed",
  mirror: "discriminator-target-changed",
  why: "A discriminator value now selects another shape, in requests and in responses.",
  compare(base, revision, report) {
    const theirs = discriminatorValues(revision);
    for (const { value, at, name, shape, valueSchema: holding } of discriminatorValues(base).values()) {
      const other = theirs.get(value);
      if (shape === undefined || other?.shape === undefined || shape === other.shape) continue;
      report({
        message: (part) =>
          `Discriminator value ${quote(value)} of ${part} changed from the shape ${quote(name)} to ${quote(other.name)}`,
        base: at,
        revision: other.at,
        values: [value],
        before: name,
        after: other.name,
        effect: "neither",
        lost: holding,
        gained: holding,
      });
    }
  },
});
