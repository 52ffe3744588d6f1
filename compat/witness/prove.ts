import type { Both } from "../model/pair.ts";
import { type Contract, type Json, type JsonSchema, isObject } from "../../contracts/index.ts";
import { MAX_TEXT } from "../../contracts/generate/index.ts";
import type { Witness } from "../model/change.ts";
import type { Finding } from "../rules/support/judge.ts";
import { shapesAtNode, outermostUnion } from "../model/usage-graph.ts";
import { isContradictory } from "../pairing/nodes/contradiction.ts";
import { listInternationalFormats } from "../pairing/nodes/international-formats.ts";
import { findIntegerRange } from "../pairing/nodes/integer-range.ts";
import type { SchemaNode } from "../pairing/nodes/subjects.ts";
import { basisOfValue } from "../pairing/value-basis.ts";
import { type Effort, findBesideShapes, findWitness } from "./search.ts";
import { travelTests, createRoundTrip } from "./round-trip.ts";

const unfinished = "No value was found that shows it, but the search ended at its limit: not all values were tried";

const undecided = "Not decided: no value was found that shows a difference, and nothing proves that there is none";

const uncompared =
  "No value was found that shows it, but its inner parts were not fully compared: they nest too deep, or have too many shapes";

/** A finding after the search for a proof. */
export interface Proven extends Finding {
  readonly witness?: Pick<Witness, "shows" | "value">;
  readonly note?: string;
}

/** Maximum length of the JSON of a value in a report. */
const LONGEST = 10_000;

/** Kinds of pairs whose findings need a value as proof, unless a rule decides by name. */
export const onSchemas: ReadonlySet<string> = new Set([
  "schema",
  "requestSchema",
  "responseSchema",
  "union",
  "overlap",
]);

/**
 * Looks for a value that proves a breaking finding on schemas. Without a value the finding is only dangerous, unless the
 * rule decides by name, and "not decided" if the edit has no clear effect.
 */
export function prove(finding: Proven, contracts: Both<Contract>, effort: Effort): Proven {
  const { rule, found, answer, polarity, pair } = finding;
  if (finding.witness || answer.verdict !== "breaking" || !polarity || !onSchemas.has(rule.on)) return finding;
  if (found.byName === "unshown") return finding;
  if (found.byName) return { ...finding, witness: { shows: "gone" } };
  const collectProofSchemas = (side: "base" | "revision") => {
    const { schemas } = pair[side] as { schemas: readonly JsonSchema[] };
    const isAccepting = side === (polarity === "in" ? "base" : "revision");
    const own = isAccepting && "all" in pair[side] ? listUncheckedFormats(pair[side]) : [];
    const shapes = isAccepting ? shapesAtNode(finding.usage).flatMap((shape) => shape[side].schemas) : [];
    return { contract: contracts[side], schemas: [...new Set([...schemas, ...own, ...shapes])] };
  };
  const sides = { base: collectProofSchemas("base"), revision: collectProofSchemas("revision") };
  const within = polarity === "in" ? found.lost : found.gained;
  const travel = createRoundTrip(finding.usage, sides, polarity);
  if (travel && rule.concern === "null") {
    const note = "Null has no form of its own in text; a change of type is breaking by name";
    return { ...finding, note };
  }
  const searching = { within, effort, ...(travel && { travel, firstTries: travelTests }) };
  const search = travel
    ? findWitness(sides, polarity, searching)
    : findBesideShapes(sides, polarity, { ...searching, whole: outermostUnion(finding.usage) });
  if (typeof search === "object" && JSON.stringify(search.value).length > LONGEST)
    return { ...finding, note: "The value that shows it is too long to be shown" };
  if (typeof search === "object" && travel?.(search.value) === "misread") {
    const note = "What the one side writes as several values, the other reads as one, or the other way round";
    return { ...finding, witness: { shows: "gone", ...search }, note };
  }
  if (typeof search === "object") {
    const stated = polarity === "in" && "all" in pair.base ? statedValues(pair.base) : undefined;
    const proven: Proven = {
      ...finding,
      witness: { shows: polarity === "in" ? "refused" : "unexpected", ...search },
    };
    if (finding.basis !== "stated" || !stated) return proven;
    const ofStated = { ...sides, base: { ...sides.base, schemas: [...sides.base.schemas, { enum: stated }] } };
    if (findWitness(ofStated, polarity, searching) === "none") return { ...proven, basis: "assumed" };
    return proven;
  }
  if (travel && search === "none" && rule.concern === "type") {
    return {
      ...finding,
      note: "What the one side writes, the other takes, as both are text; a change of type is breaking by name",
    };
  }
  if (rule.concern === "type") {
    const note = "No value was found that shows it; a change of type is breaking by name";
    return { ...finding, note: found.note ?? note };
  }
  const accepting = pair[polarity === "in" ? "base" : "revision"];
  if (search === "unknown" && "all" in accepting && isContradictory(accepting)) {
    const note = "No value can show it: the constraints on the values in question contradict each other";
    return { ...finding, answer: { ...answer, verdict: "dangerous" }, note };
  }
  if ("all" in accepting && isOfAnyText(accepting) && isTooLong(within))
    return { ...finding, note: "The text that shows it is too long to be made" };
  if (found.unproven !== undefined) return { ...finding, note: found.unproven };
  if (search === "unfinished" || (found.effect === "neither" && found.isUncompared)) {
    const note = search === "unfinished" ? unfinished : (found.note ?? uncompared);
    return { ...finding, answer: { ...answer, verdict: "dangerous" }, note };
  }
  if (search === "unknown")
    return { ...finding, note: "Undecided: no value was found that the contract surely accepts" };
  const isOpen = found.effect === "neither" && (found.concern ?? rule.concern) !== undefined;
  const note = found.note ?? (isOpen ? undecided : "No value was found that shows it");
  return { ...finding, answer: { ...answer, verdict: "dangerous" }, note };
}

/** Schemas for the parts of formats that validators do not check. */
function listUncheckedFormats(node: SchemaNode): readonly JsonSchema[] {
  const width = findIntegerRange(node);
  return [...(width ? [{ ...width }] : []), ...listInternationalFormats(node).map(({ pattern }) => ({ pattern }))];
}

/** Listed values that are stated; undefined unless other values are assumed. */
function statedValues(node: SchemaNode): readonly Json[] | undefined {
  const { values = new Map<string, Json>(), types } = node;
  const basisOf = basisOfValue(node);
  const all = [...values.values(), ...(types.includes("null") ? [null] : [])];
  const stated = all.filter((value) => basisOf(value) === "stated");
  if (stated.length > 0 && stated.length < all.length) return stated;
  return undefined;
}

/** Checks that only the length of a text decides, so that a text of every allowed length exists. */
function isOfAnyText({ types, values, all }: Pick<SchemaNode, "types" | "values" | "all">): boolean {
  const textKeywords = ["pattern", "format", "not", "if", "anyOf", "oneOf"];
  return types.includes("string") && !values && textKeywords.every((keyword) => all(keyword).length === 0);
}

/** Checks that a text would have to be longer than the longest generated one. */
function isTooLong(within: JsonSchema | undefined): boolean {
  return isObject(within) && Number(within["minLength"] ?? 0) > MAX_TEXT;
}
