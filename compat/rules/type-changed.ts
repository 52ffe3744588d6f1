import type { JsonType } from "../../contracts/index.ts";
import { type Found, type SchemaNode, rule } from "../rule.ts";

export const typeChanged = rule({
  id: "type-changed",
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  section: "9.5",
  mirror: "type-changed",
  why: "Consumers write and read values of the types that the base contract gave.",
  compare(base, revision, report) {
    const listedBoth = base.values !== undefined && revision.values !== undefined;
    const grown = beyond(base.types, revision.types, listedBoth);
    const shrunk = beyond(revision.types, base.types, listedBoth);
    if (grown.length === 0 && shrunk.length === 0) return;
    const at = [...grown, ...shrunk].includes("null") ? "nullAt" : "typesAt";
    report({
      message: `Type changed from ${named(base)} to ${named(revision)}`,
      base: base[at],
      revision: revision[at],
      values: [[...base.types], [...revision.types]],
      ...(base.polarity === "in" ? judged(shrunk, grown) : judged(grown, shrunk)),
    });
  },
});

/**
 * A provider that takes less, or sends more, breaks consumers; one that takes more, or sends less,
 * breaks none: the words of §9.5 say otherwise, so a person must decide. Null is not a type change.
 */
function judged(harmful: readonly JsonType[], harmless: readonly JsonType[]): Pick<Found, "verdict" | "section"> {
  if (harmful.length > 0) return { verdict: "breaking" };
  const onlyNull = harmless.every((type) => type === "null");
  return onlyNull ? { verdict: "non-breaking", section: "9.2" } : { verdict: "dangerous" };
}

/** The types among `types` that `known` does not cover; where both list their values, a number is a number. */
function beyond(known: readonly JsonType[], types: readonly JsonType[], listedBoth: boolean): JsonType[] {
  return types.filter(
    (type) =>
      !known.includes(type) &&
      !(type === "integer" && known.includes("number")) &&
      !(type === "number" && listedBoth && known.includes("integer")),
  );
}

function named({ types }: SchemaNode): string {
  if (types.length === 6) return "any type";
  return types.length === 0 ? "no type" : types.join(" or ");
}
