import type { Contract, Json, Schema } from "../model/contract.ts";
import { tokensOf, valueAt } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import { type Direction, validatorOf } from "../model/validator.ts";
import { withValueAt } from "./json.ts";

const MAX_REPAIRS = 20;

/**
 * The value nearest to a given one that fits a schema: what is missing comes from the sample, what
 * does not fit is replaced by the sample's or left out. Falls back to the sample as a whole.
 */
export function fit(
  contract: Contract,
  schema: Schema,
  value: Json,
  direction: Direction,
  sample: () => Json | undefined,
): Json {
  const validate = validatorOf(contract, schema.pointer, direction);
  if (validate(value).length === 0) return value;
  const base = sample();
  if (base === undefined) return value;
  let candidate = overlay(base, value);
  for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
    const [first] = validate(candidate);
    if (!first) return candidate;
    const path = tokensOf(first.pointer);
    if (path.length === 0) break;
    const replacement = valueAt(base, first.pointer);
    candidate =
      replacement === undefined || replacement === valueAt(candidate, first.pointer)
        ? without(candidate, path)
        : withValueAt(candidate, path, () => replacement);
  }
  return validate(candidate).length === 0 ? candidate : base;
}

function overlay(base: Json, value: Json): Json {
  if (!isObject(base) || !isObject(value)) return value;
  const result: Record<string, Json> = {};
  for (const [name, item] of Object.entries({ ...base, ...value })) {
    define(
      result,
      name,
      Object.hasOwn(base, name) && Object.hasOwn(value, name) ? overlay(base[name] as Json, value[name] as Json) : item,
    );
  }
  return result;
}

function without(value: Json, path: readonly string[]): Json {
  const last = path.at(-1) as string;
  return withValueAt(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== Number(last));
    return isObject(parent) ? Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last)) : parent;
  });
}
