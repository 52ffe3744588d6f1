import { type Contract, type Json, type JsonSchema, fitsAll } from "../../contracts/index.ts";
import { createValues } from "../../contracts/values/index.ts";
import type { Both } from "../match.ts";
import type { Polarity } from "../rule.ts";

/** How many random values are tried where the plain one shows nothing. */
const RANDOM = 100;

/** Two schemas that are compared, each in its contract. */
export interface Sides extends Both<{ readonly contract: Contract; readonly schemas: readonly JsonSchema[] }> {}

/**
 * A value that one side accepts and the other refuses: of what the provider takes, one of the base; of what it sends, one
 * of the revision. `within` narrows where to look. Checked by the validators of both; undefined where none is found.
 */
export function findWitness({ base, revision }: Sides, polarity: Polarity, within?: JsonSchema): Json | undefined {
  const [accepting, refusing] = polarity === "in" ? [base, revision] : [revision, base];
  const direction = polarity === "in" ? "request" : "response";
  const values = createValues(accepting.contract, direction);
  const isWitness = (value: Json): boolean =>
    fitsAll(accepting.contract, accepting.schemas, direction, value) === true &&
    fitsAll(refusing.contract, refusing.schemas, direction, value) === false;

  const looks: readonly JsonSchema[][] = within === undefined ? [[]] : [[within], []];
  for (const narrowed of looks) {
    for (const value of values.meeting([...accepting.schemas, ...narrowed], 0)) if (isWitness(value)) return value;
    let smallest: Json | undefined;
    for (const value of values.meeting([...accepting.schemas, ...narrowed], RANDOM)) {
      if (sizeOf(value) < sizeOf(smallest) && isWitness(value)) smallest = value;
    }
    if (smallest !== undefined) return smallest;
  }
  return undefined;
}

function sizeOf(value: Json | undefined): number {
  return value === undefined ? Infinity : JSON.stringify(value).length;
}
