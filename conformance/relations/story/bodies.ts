import type { Item } from "../../items/item.ts";
import fc from "fast-check";
import { type Contract, type JsonObject, type Operation, isObject, validatorOf } from "../../../contracts/index.ts";
import { Unsatisfiable, canonicalJson, createValues, seededNumber } from "../../../contracts/generate/index.ts";
import { requestMedia } from "../../requests/wire.ts";

const SAMPLES = 12;

/**
 * Different bodies that an operation takes, those with the fewest members first; the same ones for the same item. The
 * first has only members that it must have, and the last as many as it may, whatever chance gave.
 */
export function bodiesFor(contract: Contract, operation: Operation, item: Item): readonly JsonObject[] {
  const schema = requestMedia(operation)?.schema;
  if (!schema) return [];
  const name = canonicalJson(item.sent);
  const values = createValues(contract, "request");
  try {
    const bodies = fc
      .sample(values.valid(schema), { seed: seededNumber(name), numRuns: SAMPLES })
      .filter((body) => isObject(body))
      .toSorted((one, other) => Object.keys(one).length - Object.keys(other).length);
    const [first, last] = [bodies[0], bodies.at(-1)];
    if (!first || !last) return [];
    const isTaken = (body: JsonObject): boolean => takes(contract, operation, body);
    const plain = values.sample(schema, { name, optional: true, examples: false });
    const all = [leanest(first, isTaken), ...bodies, fullest(last, isObject(plain) ? plain : {}, isTaken)];
    return [...new Map(all.map((body) => [canonicalJson(body), body])).values()].toSorted(
      (one, other) => Object.keys(one).length - Object.keys(other).length,
    );
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** A body without what it need not have. */
function leanest(body: JsonObject, isTaken: (body: JsonObject) => boolean): JsonObject {
  return Object.keys(body).reduce((lean, name) => {
    const { [name]: _, ...rest } = lean;
    return isTaken(rest) ? rest : lean;
  }, body);
}

/** A body with what another one has beside it, as far as that goes together. */
function fullest(body: JsonObject, other: JsonObject, isTaken: (body: JsonObject) => boolean): JsonObject {
  return Object.entries(other).reduce((full, [name, value]) => {
    const more = { ...full, [name]: value };
    return Object.hasOwn(full, name) || !isTaken(more) ? full : more;
  }, body);
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
