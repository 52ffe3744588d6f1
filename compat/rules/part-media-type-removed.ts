import { rule } from "./support/rule.ts";
import { acceptsMediaType } from "../pairing/media-types.ts";
import { quoted } from "../model/wording.ts";

export const partMediaTypeRemoved = rule({
  id: "part-media-type-removed",
  on: "part",
  kind: "removed",
  verdict: "breaking",
  concern: "constraint",
  effects: ["shrank"],
  mirror: "part-media-type-added",
  why: "Consumers send files of the media types that the earlier contract gave.",
  compare(base, revision, report) {
    if (!base.types || !revision.types) return;
    for (const type of base.types) {
      if (acceptsMediaType(revision.types, type)) continue;
      report({
        message: `Property ${quoted(base.name)} of the form can no longer be ${quoted(type)}`,
        step: base.step,
        base: base.pointer,
        revision: revision.pointer,
        values: [type],
        before: type,
        effect: "shrank",
        byName: true,
      });
    }
  },
});
