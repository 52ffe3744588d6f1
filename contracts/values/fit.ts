import type { ValidateFunction } from "ajv";
import type { Contract, Json, Schema } from "../model/contract.ts";
import { join, tokensOf, valueAt } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import { type Direction, acceptorOf } from "../model/validator.ts";
import { withValueAt } from "./json.ts";

const MAX_ROUNDS = 20;

/**
 * The value nearest to a given one that fits a schema: what is missing comes from the sample, what
 * does not fit is replaced by the sample's or left out. Where there is no sample, the value as it is.
 */
export function fit(
  contract: Contract,
  schema: Schema,
  value: Json,
  direction: Direction,
  sample: () => Json | undefined,
): Json {
  const accepts = acceptorOf(contract, schema.pointer, direction);
  if (accepts(value)) return value;
  const base = sample();
  if (base === undefined) return value;
  return mended(overlay(base, value), base, accepts) ?? grafted(base, value, (candidate) => accepts(candidate));
}

/** Replaces or leaves out what the validator names, round by round; nothing where that does not end well. */
function mended(value: Json, base: Json, accepts: ValidateFunction): Json | undefined {
  let candidate = value;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (accepts(candidate)) return candidate;
    const wrong = deepest(accepts.errors?.map(placeOf) ?? []);
    if (wrong.includes("")) return undefined;
    // From behind, because items move up where one is left out.
    for (const pointer of wrong.toReversed()) candidate = withBasesAt(candidate, base, pointer);
  }
  return undefined;
}

/** Where something is wrong: a member that has no place is named by its own pointer. */
function placeOf({ instancePath, params }: NonNullable<ValidateFunction["errors"]>[number]): string {
  const name: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  return typeof name === "string" ? join(instancePath, name) : instancePath;
}

/** In order, and without the places that hold another one. */
function deepest(pointers: readonly string[]): string[] {
  const collator = new Intl.Collator("en", { numeric: true });
  return [...new Set(pointers)]
    .filter((pointer) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
    .toSorted(collator.compare);
}

function withBasesAt(value: Json, base: Json, pointer: string): Json {
  const replacement = valueAt(base, pointer);
  const path = tokensOf(pointer);
  return replacement === undefined || replacement === valueAt(value, pointer)
    ? without(value, path)
    : withValueAt(value, path, () => replacement);
}

/** The base with as many members of the value as fit, taken one by one. */
function grafted(base: Json, value: Json, accepts: (candidate: Json) => boolean): Json {
  if (!isObject(base) || !isObject(value)) return base;
  let kept: Json = base;
  for (const [name, item] of Object.entries(value)) {
    const withItem = (member: Json): Json => {
      const result: Record<string, Json> = { ...(kept as Record<string, Json>) };
      define(result, name, member);
      return result;
    };
    const own = Object.hasOwn(base, name) ? base[name] : undefined;
    if (accepts(withItem(item))) kept = withItem(item);
    else if (own !== undefined) kept = withItem(grafted(own, item, (member) => accepts(withItem(member))));
  }
  return kept;
}

function overlay(base: Json, value: Json): Json {
  if (!isObject(base) || !isObject(value)) return value;
  const result: Record<string, Json> = { ...base };
  for (const [name, item] of Object.entries(value))
    define(result, name, Object.hasOwn(base, name) ? overlay(base[name] as Json, item) : item);
  return result;
}

function without(value: Json, path: readonly string[]): Json {
  const last = path.at(-1) as string;
  return withValueAt(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== Number(last));
    return isObject(parent) ? Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last)) : parent;
  });
}
