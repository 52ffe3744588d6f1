import type { JsonType } from "../../contracts/index.ts";
import type { Effect } from "../verdicts/effects.ts";
import { type Found, rule } from "./support/rule.ts";
import type { SchemaNode } from "../pairing/nodes/subjects.ts";

export const typeChanged = rule({
  id: "type-changed",
  on: "schema",
  kind: "changed",
  verdict: "breaking",
  principle: "restriction",
  concern: "type",
  oasdiff: chooseTypeChangeId,
  mirror: "type-changed",
  why: "Consumers write and read values of the types of the earlier contract.",
  compare(base, revision, report) {
    const listedBoth = base.values !== undefined && revision.values !== undefined;
    const gained = beyond(base.types, revision.types, listedBoth);
    const lost = beyond(revision.types, base.types, listedBoth);
    if (gained.length === 0 && lost.length === 0) return;
    const effect: Effect = gained.length === 0 ? "shrank" : lost.length === 0 ? "grew" : "neither";
    const noted = lost.map((type) => base.listedAt?.get(type));
    const [first] = noted;
    const isOneOf = first && noted.every((one) => one?.pointer === first.pointer);
    report({
      message: (part) => `Type of ${part} changed from ${joinTypes(base)} to ${joinTypes(revision)}`,
      base: isOneOf ? first.pointer : base.typesAt,
      ...(first && noted.every((one) => one?.basis === "assumed") && { basis: "assumed" }),
      revision: revision.typesAt,
      values: [[...base.types], [...revision.types]],
      effect,
      ...(isSafe(base, effect, [...lost, ...gained]) && { concern: "constraint" }),
      before: declared(base),
      after: declared(revision),
      ...(lost.length > 0 && { lost: { type: lost } }),
      ...(gained.length > 0 && { gained: { type: gained } }),
    });
  },
});

/** Types that `known` does not include. Null has a rule of its own, and an enum of integers may be called numbers. */
function beyond(known: readonly JsonType[], types: readonly JsonType[], listedBoth: boolean): JsonType[] {
  return types.filter(
    (type) =>
      type !== "null" &&
      !known.includes(type) &&
      !(type === "integer" && known.includes("number")) &&
      !(type === "number" && listedBoth && known.includes("integer")),
  );
}

/**
 * Checks that a receiver takes numbers where it took integers, because JSON has one type of both, or that a request may
 * have a value where it could have none.
 */
function isSafe({ polarity, types: before }: SchemaNode, effect: Effect, types: readonly JsonType[]): boolean {
  if (before.length === 0 && polarity === "in") return true;
  return types.every((type) => type === "number") && effect === (polarity === "in" ? "grew" : "shrank");
}

function joinTypes({ types }: SchemaNode): string {
  if (types.length === 6) return "any type";
  if (types.length === 0) return "no type";
  return types.join(" or ");
}

function declared({ types }: SchemaNode): readonly JsonType[] {
  return types.length === 6 ? [] : types;
}

function chooseTypeChangeId({ effect, base, revision, before, after }: Found, part: string): string {
  const isListed = [base, revision].some((at) => /\/(oneOf|anyOf)\/\d+\/type$/.test(at));
  if (isListed && effect !== "neither") return `{part}-list-of-types-${effect === "grew" ? "widened" : "narrowed"}`;
  const [was, is] = [before, after].map(String) as [string, string];
  const isResponse = part.startsWith("response");
  if (effect === "grew" && !(isResponse && is === "")) return "{part}-type-generalized";
  if (effect === "shrank" && isResponse) return "{part}-type-specialized";
  // oasdiff treats the value of a parameter as text.
  if (part === "request-parameter" && is === "string") return "{part}-type-generalized";
  const isNarrower = effect === "shrank" || /^string(,null)?$/.test(was);
  if (part === "request-parameter-property" && isNarrower) return "{part}-type-specialized";
  return "{part}-type-changed";
}
