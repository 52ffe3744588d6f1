import { quote } from "../model/wording.ts";
import { acceptsMediaType } from "../pairing/media-types.ts";
import { type Rule, rule } from "./support/rule.ts";

/** Media types that a property of a form may have. */
export const partMediaTypeRules: readonly Rule<"part">[] = [
  rule({
    id: "part-media-type-added",
    on: "part",
    kind: "added",
    verdict: "breaking",
    principle: "restriction",
    concern: "constraint",
    effects: ["grew"],
    mirror: "part-media-type-removed",
    why: "A provider that accepts a further media type refuses no earlier request.",
    compare(base, revision, report) {
      for (const type of findUnsharedTypes(revision.types, base.types))
        report({
          message: `Property ${quote(base.name)} of the form can also be ${quote(type)}`,
          step: base.step,
          base: base.pointer,
          revision: revision.pointer,
          values: [type],
          after: type,
          effect: "grew",
          byName: true,
        });
    },
  }),
  rule({
    id: "part-media-type-removed",
    on: "part",
    proof: "part-type",
    advice: [{ direction: "request", text: "Send another media type." }],
    kind: "removed",
    verdict: "breaking",
    principle: "restriction",
    concern: "constraint",
    effects: ["shrank"],
    mirror: "part-media-type-added",
    why: "Consumers send files of the media types of the earlier contract.",
    compare(base, revision, report) {
      for (const type of findUnsharedTypes(base.types, revision.types))
        report({
          message: `Property ${quote(base.name)} of the form can no longer be ${quote(type)}`,
          step: base.step,
          base: base.pointer,
          revision: revision.pointer,
          values: [type],
          before: type,
          effect: "shrank",
          byName: true,
        });
    },
  }),
];

/** Media types that the other side does not accept; none if a side lists no media types. */
function findUnsharedTypes(types: readonly string[] | undefined, others: readonly string[] | undefined): string[] {
  if (types && others) return types.filter((type) => !acceptsMediaType(others, type));
  return [];
}
