import type { Json } from "../model/json.ts";
import type { Contract, Schema } from "../model/contract.ts";
import { join, tokensOf, valueAt } from "../model/pointer.ts";
import { define, isObject } from "../model/shapes.ts";
import { type Accepts, type Direction, acceptorOf } from "../schema/validator.ts";
import { type MissingMembers, missingMembersOf } from "./missing-members.ts";
import { withValueAt } from "./with-value-at.ts";

const MAX_ROUNDS = 20;

/** Maximum number of invalid parts that are repaired. Each repair copies the surrounding array. */
const MAX_REPAIRS = 1000;

/** Returns a valid value of the schema, optionally similar to another one. */
type Sampler = (options: {
  readonly optional: boolean;
  readonly like?: Json;
  readonly missing?: MissingMembers;
}) => Json | undefined;

/** Replacement for an invalid or (undefined) missing part. */
type Replacement = (pointer: string, current: Json | undefined) => Json | undefined;

/**
 * Returns the valid value nearest to a given one. Missing parts come from a sample that is similar to the value.
 * Invalid parts are replaced from the sample or removed. Without a sample, the value is returned unchanged.
 */
export function fit(contract: Contract, schema: Schema, value: Json, direction: Direction, sample: Sampler): Json {
  const accepts = acceptorOf(contract, schema.pointer, direction);
  const missing = missingMembersOf(contract, schema.value, direction, value);
  const completed = missing && withMembers(value, sample({ optional: false, like: value, missing }));
  if (completed !== undefined && accepts(completed)) return completed;
  if (accepts(value)) return value;
  const base = sample({ optional: false, like: value });
  if (base === undefined) return value;
  // Each sample is generated only once, because a long array may need many replacements.
  let fullSample: Json | undefined;
  let independentSample: Json | undefined;
  const replacementFor: Replacement = (pointer, current) => {
    const sampled = valueAt(base, pointer);
    // A required member may be missing in the minimal sample.
    if (current === undefined)
      return sampled ?? valueAt((fullSample ??= sample({ optional: true, like: value }) ?? null), pointer);
    // An invalid item is removed if the array may be shorter.
    return isItem(value, pointer)
      ? valueAt((independentSample ??= sample({ optional: false }) ?? null), pointer)
      : sampled;
  };
  return (
    repair(overlay(base, value), replacementFor, accepts) ??
    withValidMembers(base, value, (candidate) => accepts(candidate))
  );
}

/** Copy of an object with more members at any depth. */
function withMembers(value: Json, added: Json | undefined): Json | undefined {
  if (!isObject(value) || !isObject(added)) return undefined;
  const result: Record<string, Json> = { ...value };
  for (const [name, member] of Object.entries(added)) {
    const present = Object.hasOwn(value, name) ? value[name] : undefined;
    define(result, name, (present === undefined ? undefined : withMembers(present, member)) ?? member);
  }
  return result;
}

function isItem(value: Json, pointer: string): boolean {
  return Array.isArray(valueAt(value, pointer.slice(0, pointer.lastIndexOf("/"))));
}

/**
 * Replaces or removes the parts that the validator reports, round by round. Returns undefined if the value stays
 * invalid.
 */
function repair(value: Json, replacementFor: Replacement, accepts: Accepts): Json | undefined {
  let candidate = value;
  let repairs = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (accepts(candidate)) return candidate;
    // Backward, because removing an item moves the following ones.
    const errorPointers = new Set(accepts.errors.map(errorPointer));
    repairs += errorPointers.size;
    if (repairs > MAX_REPAIRS) return undefined;
    for (const pointer of innermost([...errorPointers]).toReversed()) {
      const current = valueAt(candidate, pointer);
      const replacement = replacementFor(pointer, current);
      const path = tokensOf(pointer);
      // Without a replacement, the invalid part is removed, or else its parent.
      const removed = current === undefined ? path.slice(0, -1) : path;
      const isUsable = replacement !== undefined && replacement !== current;
      if (path.length === 0 || (!isUsable && removed.length === 0)) return undefined;
      candidate = isUsable ? withPart(candidate, path, replacement) : withoutPart(candidate, removed);
    }
  }
  return undefined;
}

/** Pointer of an error. An unexpected or missing member has its own pointer. */
function errorPointer({ instancePath, params }: Accepts["errors"][number]): string {
  const name: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"] ?? params["missingProperty"];
  return typeof name === "string" ? join(instancePath, name) : instancePath;
}

/** Pointers in order, without those that contain another one. */
function innermost(pointers: readonly string[]): string[] {
  const collator = new Intl.Collator("en", { numeric: true });
  return pointers
    .filter((pointer) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
    .toSorted(collator.compare);
}

/** Copy of a value with one part replaced or added. */
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
 * Merges a sent value into a generated value, as far as the result is valid. Parts that were not sent keep their
 * generated values.
 */
export function keepSent(
  { generated, sent }: { readonly generated: Json; readonly sent: Json },
  accepts: (value: Json) => boolean,
): Json {
  if (isPartOf(sent, generated)) return generated;
  const merged = overlay(generated, sent);
  return accepts(merged) ? merged : withValidMembers(generated, merged, accepts);
}

/** Checks that another value contains all of a value. */
function isPartOf(part: Json, whole: Json | undefined): boolean {
  if (part === whole) return true;
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.length === whole.length &&
      part.every((item: Json, index) => isPartOf(item, whole[index] as Json))
    );
  if (!isObject(part)) return false;
  return (
    isObject(whole) &&
    Object.entries(part).every(([name, member]) => Object.hasOwn(whole, name) && isPartOf(member, whole[name]))
  );
}

/** Adds the members of a value to a base one by one, as long as the result is valid. */
function withValidMembers(base: Json, value: Json, accepts: (candidate: Json) => boolean): Json {
  if (!isObject(base) || !isObject(value)) return base;
  let merged: Json = base;
  for (const [name, item] of Object.entries(value)) {
    const withItem = (member: Json): Json => {
      const result: Record<string, Json> = { ...(merged as Record<string, Json>) };
      define(result, name, member);
      return result;
    };
    const baseMember = Object.hasOwn(base, name) ? base[name] : undefined;
    if (accepts(withItem(item))) merged = withItem(item);
    else if (baseMember !== undefined)
      merged = withItem(withValidMembers(baseMember, item, (member) => accepts(withItem(member))));
  }
  return merged;
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

function withoutPart(value: Json, path: readonly string[]): Json {
  const last = path.at(-1) as string;
  return withValueAt(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== Number(last));
    return isObject(parent) ? Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last)) : parent;
  });
}
