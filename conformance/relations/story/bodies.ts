import type { Item } from "../../items/item.ts";
import fc from "fast-check";
import { type Contract, type JsonObject, type Operation, isObject, validatorOf } from "../../../contracts/index.ts";
import { Unsatisfiable, canonicalJson, createValues, seededNumber } from "../../../contracts/generate/index.ts";
import { requestMedia } from "../../requests/wire.ts";

const SAMPLES = 12;

/**
 * Distinct valid bodies of an operation, sorted by their number of members. The first has only required members, and the
 * last has as many members as possible. The same item always gives the same bodies.
 */
export function listValidBodies(contract: Contract, operation: Operation, item: Item): readonly JsonObject[] {
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
    const isAcceptedBody = (body: JsonObject): boolean => acceptsBody(contract, operation, body);
    const plain = values.sample(schema, { name, optional: true, examples: false });
    const all = [
      leanest(first, isAcceptedBody),
      ...bodies,
      fullest(last, isObject(plain) ? plain : {}, isAcceptedBody),
    ];
    return [...new Map(all.map((body) => [canonicalJson(body), body])).values()].toSorted(
      (one, other) => Object.keys(one).length - Object.keys(other).length,
    );
  } catch (error) {
    if (error instanceof Unsatisfiable) return [];
    throw error;
  }
}

/** The body with the most content: empty members have nothing to lose. */
export function chooseRichest(bodies: readonly JsonObject[]): JsonObject | undefined {
  return bodies.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}

/** The body without its optional members. */
function leanest(body: JsonObject, isAccepted: (body: JsonObject) => boolean): JsonObject {
  return Object.keys(body).reduce((lean, name) => {
    const { [name]: _, ...rest } = lean;
    return isAccepted(rest) ? rest : lean;
  }, body);
}

/** The body with the members of another body, as long as the result is valid. */
function fullest(body: JsonObject, other: JsonObject, isAccepted: (body: JsonObject) => boolean): JsonObject {
  return Object.entries(other).reduce((full, [name, value]) => {
    const more = { ...full, [name]: value };
    if (Object.hasOwn(full, name) || !isAccepted(more)) return full;
    return more;
  }, body);
}

/** The bodies with most and with fewest members: both present and absent members can show a flaw. */
export function chooseExtremes(bodies: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Set([bodies.at(-1), bodies[0]])].filter((body) => body !== undefined);
}

/** True where the body is valid against the request schema. */
export function acceptsBody(contract: Contract, operation: Operation, body: JsonObject): boolean {
  const schema = requestMedia(operation)?.schema;
  return schema !== undefined && validatorOf(contract, schema.pointer, "request")(body).length === 0;
}
