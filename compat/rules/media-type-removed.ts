import { rule } from "./support/rule.ts";
import { acceptsMediaType, hasMoreParameters, writeMediaType } from "../pairing/media-types.ts";

const ids = ["{side}-media-type-removed", "{side}-body-media-type-removed"];

export const mediaTypeRemoved = rule({
  id: "media-type-removed",
  on: "content",
  kind: "removed",
  verdict: "breaking",
  principle: "restriction",
  part: "media-type",
  advice: [{ direction: "request", text: "Send another media type." }, { text: "Ask for another media type." }],
  oasdiff: ids,
  mirror: "media-type-added",
  why: "Consumers send and request the media types of the earlier contract.",
  compare(base, revision, report) {
    for (const [type, own] of base.types) {
      const { pointer, basis } = own;
      const paired = revision.types.get(type);
      if (paired) {
        // Both match the range without parameters (RFC 9110, section 12.5.1), but programs also compare whole texts.
        if (!hasMoreParameters(own, paired) && !hasMoreParameters(paired, own)) continue;
        const [before, after] = [own, paired].map(writeMediaType);
        report({
          message: `Media type "${before}" became "${after}"`,
          step: "body",
          base: pointer,
          revision: paired.pointer,
          values: [before ?? type, after ?? type],
          basis,
          verdict: "dangerous",
        });
        continue;
      }
      if (acceptsMediaType(revision.types.keys(), type)) continue;
      // A media type of the revision that the removed range includes narrows the range.
      const isNamed =
        base.polarity === "out" && [...revision.types.keys()].some((one) => acceptsMediaType([type], one));
      report({
        message: `Media type "${type}" was removed`,
        step: "body",
        base: pointer,
        revision: revision.pointer,
        values: [type],
        basis,
        byName: true,
        oasdiff: [...renamings(type, revision.types.keys()), ...ids],
        ...(isNamed && { verdict: "non-breaking", principle: "addition" }),
      });
    }
  },
});

/** Ids in oasdiff if a media type was replaced by a more specific or a more general one: "application/problem+json". */
function renamings(type: string, others: Iterable<string>): string[] {
  const subtype = (one: string): string => one.slice(one.indexOf("/") + 1);
  return [...others].flatMap((other) => {
    if (subtype(other).endsWith(`+${subtype(type)}`)) return ["{side}-media-type-name-specialized"];
    if (subtype(type).endsWith(`+${subtype(other)}`)) return ["{side}-media-type-name-generalized"];
    return [];
  });
}
