import { type Contract, type Json, type JsonSchema, fitsAll, isObject } from "../../contracts/index.ts";
import { createValues } from "../../contracts/values/index.ts";
import type { Both } from "../match.ts";
import type { Polarity } from "../rule.ts";

/** How many random values are tried where the plain one shows nothing. */
const RANDOM = 300;

/** How many of each way to break what the refusing side says. */
const BROKEN = 20;

/** Two schemas that are compared, each in its contract. */
export interface Sides extends Both<{ readonly contract: Contract; readonly schemas: readonly JsonSchema[] }> {}

/**
 * What comes of a search. none: values that the one side accepts are known, and the other accepts all of them.
 * unknown: no value is known that the one accepts, or a validator cannot tell.
 */
export type Search = { readonly value: Json } | "none" | "unknown";

/**
 * Looks for a value that one side accepts and the other refuses: of what the provider takes, one of the base; of what it
 * sends, one of the revision. `within` narrows where to look. Checked by the validators of both.
 */
export function findWitness({ base, revision }: Sides, polarity: Polarity, within?: JsonSchema): Search {
  const [accepting, refusing] = polarity === "in" ? [base, revision] : [revision, base];
  const direction = polarity === "in" ? "request" : "response";
  const values = createValues(accepting.contract, direction);
  const broken = createValues(refusing.contract, direction);
  let accepted = 0;
  let isUndecided = false;
  const seen = new Set<string>();
  const isWitness = (value: Json, text: string): boolean => {
    if (seen.has(text)) return false;
    seen.add(text);
    const fits = fitsAll(accepting.contract, accepting.schemas, direction, value);
    if (fits) accepted += 1;
    const refused = fits === true ? fitsAll(refusing.contract, refusing.schemas, direction, value) : undefined;
    if (fits === undefined || (fits && refused === undefined)) isUndecided = true;
    return refused === false;
  };

  const narrowed = within === undefined ? accepting.schemas : [...accepting.schemas, within];
  const looks: readonly (() => Iterable<Json>)[] = [
    ...(within === undefined ? [] : [() => values.meeting(narrowed, 0), () => values.meeting(narrowed, RANDOM)]),
    () => values.meeting(accepting.schemas, 0),
    () => values.meeting(accepting.schemas, RANDOM),
    () => broken.breaking(refusing.schemas, BROKEN),
  ];
  for (const look of looks) {
    let smallest: Json | undefined;
    let size = Infinity;
    for (const value of look()) {
      const text = JSON.stringify(value);
      if (text.length >= size || !isWitness(value, text)) continue;
      smallest = value;
      size = text.length;
    }
    if (smallest !== undefined) return { value: smallest };
  }
  return accepted > 0 && !isUndecided && !isTooLarge(within) ? "none" : "unknown";
}

/** Whether a value would have to have more items or members than are ever made. */
function isTooLarge(within: JsonSchema | undefined): boolean {
  return isObject(within) && (Number(within["minItems"] ?? 0) > 2_000 || Number(within["minProperties"] ?? 0) > 200);
}
