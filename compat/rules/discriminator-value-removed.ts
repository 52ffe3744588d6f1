import { mappedValues } from "../discriminators.ts";
import { rule } from "../rule.ts";
import { quoted } from "../wording.ts";

export const discriminatorValueRemoved = rule({
  id: "discriminator-value-removed",
  on: "schema",
  kind: "removed",
  verdict: "breaking",
  section: "9.5",
  concern: "values",
  oasdiff: "{part}-discriminator-mapping-deleted",
  mirror: "discriminator-value-added",
  why: "A value that named a shape is refused, or no longer met.",
  compare(base, revision, report) {
    const [ours, theirs] = [mappedValues(base), mappedValues(revision)];
    // A document that lists none, or has no discriminator at all, says nothing of the values.
    if (ours.size === 0 || theirs.size === 0) return;
    const [here, there] = [ours, theirs];
    for (const [value, { at }] of here) {
      if (there.has(value)) continue;
      report({
        message: (part) => `Discriminator value ${quoted(value)} was removed from ${part}`,
        base: at,
        revision: revision.pointer,
        values: [value],
        before: value,
        effect: "shrank",
        byName: true,
      });
    }
  },
});
