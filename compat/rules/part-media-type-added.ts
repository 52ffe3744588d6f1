import { rule } from "./support/rule.ts";
import { acceptsMediaType } from "../pairing/media-types.ts";
import { quoted } from "../model/wording.ts";

export const partMediaTypeAdded = rule({
  id: "part-media-type-added",
  on: "part",
  kind: "added",
  verdict: "breaking",
  concern: "constraint",
  effects: ["grew"],
  mirror: "part-media-type-removed",
  why: "A provider that takes a further media type refuses nobody.",
  compare(base, revision, report) {
    if (!base.types || !revision.types) return;
    for (const type of revision.types) {
      if (acceptsMediaType(base.types, type)) continue;
      report({
        message: `Property ${quoted(base.name)} of the form can also be ${quoted(type)}`,
        step: base.step,
        base: base.pointer,
        revision: revision.pointer,
        values: [type],
        after: type,
        effect: "grew",
        byName: true,
      });
    }
  },
});
