import type { Json } from "../model/json.ts";
import type { Contract, Schema } from "../model/contract.ts";
import { join, tokensOf, valueAt } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import { type Accepts, type Direction, acceptorOf } from "../schema/validator.ts";
import { withValueAt } from "./json.ts";

const MAX_ROUNDS = 20;

/** Of a value with more wrong places, nothing is mended: each of them costs a copy of the list around it. */
const MAX_PLACES = 1000;

/** A sample of a schema: one that is like a value, or one that is so of itself. */
type Sampler = (options: { readonly optional: boolean; readonly like?: Json }) => Json | undefined;

/** What could stand in a place, in which something is wrong or (undefined) missing. */
type Spare = (pointer: string, current: Json | undefined) => Json | undefined;

/**
 * The value nearest to a given one that fits a schema: what is missing comes from a sample that is like
 * the value, what does not fit is replaced by the sample's or left out. Where there is no sample, the
 * value as it is.
 */
export function fit(contract: Contract, schema: Schema, value: Json, direction: Direction, sample: Sampler): Json {
  const accepts = acceptorOf(contract, schema.pointer, direction);
  if (accepts(value)) return value;
  const base = sample({ optional: false, like: value });
  if (base === undefined) return value;
  // Each is made once: in a long list, very many places may be wrong.
  let fuller: Json | undefined;
  let own: Json | undefined;
  const spare: Spare = (pointer, current) => {
    const given = valueAt(base, pointer);
    // What must be there may have to come from a fuller sample.
    if (current === undefined)
      return given ?? valueAt((fuller ??= sample({ optional: true, like: value }) ?? null), pointer);
    // An item that is wrong as a whole goes, where the list can do without it.
    return isItem(value, pointer) ? valueAt((own ??= sample({ optional: false }) ?? null), pointer) : given;
  };
  return mended(overlay(base, value), spare, accepts) ?? grafted(base, value, (candidate) => accepts(candidate));
}

function isItem(value: Json, pointer: string): boolean {
  return Array.isArray(valueAt(value, pointer.slice(0, pointer.lastIndexOf("/"))));
}

/** Replaces or leaves out what the validator names, round by round; nothing where that does not end well. */
function mended(value: Json, spare: Spare, accepts: Accepts): Json | undefined {
  let candidate = value;
  let places = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (accepts(candidate)) return candidate;
    // From behind, because items move up where one is left out.
    const wrong = new Set(accepts.errors.map(placeOf));
    places += wrong.size;
    if (places > MAX_PLACES) return undefined;
    for (const pointer of deepest([...wrong]).toReversed()) {
      const current = valueAt(candidate, pointer);
      const replacement = spare(pointer, current);
      const path = tokensOf(pointer);
      // Where there is nothing to put in a place, what is in it goes; or else what misses it.
      const gone = current === undefined ? path.slice(0, -1) : path;
      const isOfUse = replacement !== undefined && replacement !== current;
      if (path.length === 0 || (!isOfUse && gone.length === 0)) return undefined;
      candidate = isOfUse ? withPart(candidate, path, replacement) : without(candidate, gone);
    }
  }
  return undefined;
}

/** Where something is wrong: a member that has no place, or is missing, is named by its own pointer. */
function placeOf({ instancePath, params }: Accepts["errors"][number]): string {
  const name: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"] ?? params["missingProperty"];
  return typeof name === "string" ? join(instancePath, name) : instancePath;
}

/** In order, and without the places that hold another one. */
function deepest(pointers: readonly string[]): string[] {
  const collator = new Intl.Collator("en", { numeric: true });
  return pointers
    .filter((pointer) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
    .toSorted(collator.compare);
}

/** With a part replaced or put in. */
function withPart(value: Json, path: readonly string[], part: Json): Json {
  return withValueAt(value, path.slice(0, -1), (owner) => withMember(owner, path.at(-1) as string, part));
}

function withMember(owner: Json, name: string, member: Json): Json {
  if (Array.isArray(owner)) return owner.map((item, index) => (index === Number(name) ? member : item));
  const result: Record<string, Json> = { ...(owner as Record<string, Json>) };
  define(result, name, member);
  return result;
}

/**
 * A value that was made to fit, with what was sent in place of what was changed, as far as the result is accepted: what is
 * missing is filled in, what was sent stays.
 */
export function keepSent(
  { made, sent }: { readonly made: Json; readonly sent: Json },
  accepts: (value: Json) => boolean,
): Json {
  if (isPartOf(sent, made)) return made;
  const kept = overlay(made, sent);
  return accepts(kept) ? kept : grafted(made, kept, accepts);
}

/** Whether all of a value stands in another one. */
function isPartOf(part: Json, whole: Json | undefined): boolean {
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.length === whole.length &&
      part.every((item: Json, index) => isPartOf(item, whole[index] as Json))
    );
  if (!isObject(part)) return part === whole;
  return (
    isObject(whole) &&
    Object.entries(part).every(([name, member]) => Object.hasOwn(whole, name) && isPartOf(member, whole[name]))
  );
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
  if (Array.isArray(base) && Array.isArray(value))
    return value.map((item: Json, index) => (index < base.length ? overlay(base[index] as Json, item) : item));
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
