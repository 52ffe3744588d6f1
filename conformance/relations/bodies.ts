import fc from "fast-check";
import { type Contract, type JsonObject, type Operation, isObject, validatorOf } from "../../contracts/index.ts";
import { Unsatisfiable, canonicalJson, createValues, seededNumber } from "../../contracts/values/index.ts";
import { requestMedia } from "../requests/wire.ts";
import type { Item } from "../resource.ts";

const SAMPLES = 12;

/** Different bodies that an operation takes, those with the fewest members first; the same ones for the same item. */
export function bodiesFor(contract: Contract, operation: Operation, item: Item): readonly JsonObject[] {
  const schema = requestMedia(operation)?.schema;
  if (!schema) return [];
  const seed = seededNumber(canonicalJson(item.sent));
  try {
    const bodies = fc
      .sample(createValues(contract, "request").valid(schema), { seed, numRuns: SAMPLES })
      .filter((body) => isObject(body));
    const distinct = new Map(bodies.map((body) => [canonicalJson(body), body]));
    return [...distinct.values()].toSorted((one, other) => Object.keys(one).length - Object.keys(other).length);
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** The leanest and the richest of them: what is left out makes as much of a difference as what is there. */
export function extremesOf(bodies: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Set([bodies.at(-1), bodies[0]])].filter((body) => body !== undefined);
}

/** Whether an operation takes a body. */
export function takes(contract: Contract, operation: Operation, body: JsonObject): boolean {
  const schema = requestMedia(operation)?.schema;
  return schema !== undefined && validatorOf(contract, schema.pointer, "request")(body).length === 0;
}
