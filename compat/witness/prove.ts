import { type Contract, type JsonSchema } from "../../contracts/index.ts";
import type { Witness } from "../change.ts";
import type { Finding } from "../judge.ts";
import type { Both } from "../match.ts";
import { answerFor } from "../policy/effects.ts";
import type { Settings } from "../policy/questions.ts";
import { findWitness } from "./search.ts";

/** A finding after its proof was looked for. */
export interface Proven extends Finding {
  readonly witness?: Pick<Witness, "shows" | "value">;
  readonly note?: string;
}

/** A longer value nobody reads, and no report needs. */
const LONGEST = 10_000;

/** The pairs of whose findings a value is the proof, unless the words decide. */
export const onSchemas: ReadonlySet<string> = new Set(["schema", "requestSchema", "responseSchema", "union"]);

/**
 * Looks for a value that proves a breaking finding on schemas. Without one it is dangerous only, unless §9.5 decides by
 * name; an edit that takes out nothing and puts something in has another effect than it seemed.
 */
export function prove(finding: Finding, contracts: Both<Contract>, settings: Settings): Proven {
  const { rule, found, answer, polarity, pair } = finding;
  if (answer.verdict !== "breaking" || !polarity || !onSchemas.has(rule.on)) return finding;
  if (found.byName) return { ...finding, witness: { shows: "gone" } };
  const schemasOf = (side: "base" | "revision") => ({
    contract: contracts[side],
    schemas: (pair[side] as { schemas: readonly JsonSchema[] }).schemas,
  });
  const sides = { base: schemasOf("base"), revision: schemasOf("revision") };
  const search = findWitness(sides, polarity, polarity === "in" ? found.lost : found.gained);
  if (typeof search === "object" && JSON.stringify(search.value).length > LONGEST)
    return { ...finding, note: "The value that shows it is too long to be shown" };
  if (typeof search === "object")
    return { ...finding, witness: { shows: polarity === "in" ? "refused" : "unexpected", ...search } };
  if (rule.concern === "type" || rule.concern === "format") {
    return { ...finding, note: "No value was found that shows it; §9.5 names a change of type or format" };
  }
  if (search === "unknown")
    return { ...finding, note: "Undecided: no value was found that the contract surely accepts" };
  if (found.effect === "neither" && rule.concern) {
    const grown = answerFor(rule.concern, polarity === "in" ? "grew" : "shrank", polarity, settings);
    return { ...finding, answer: grown, note: "No value was found that is refused now" };
  }
  return { ...finding, answer: { ...answer, verdict: "dangerous" }, note: "No value was found that shows it" };
}
