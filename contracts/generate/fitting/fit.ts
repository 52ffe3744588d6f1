import type { Json } from "../../model/json.ts";
import type { Contract, Schema } from "../../model/contract.ts";
import { join, splitPointer, valueAt } from "../../model/pointer.ts";
import { define, isObject } from "../../model/shapes.ts";
import { type Accepts, type Direction, getAcceptor } from "../../schema/validator.ts";
import { type MissingMembers, type RequiredMembers, findRequiredMembers } from "./missing-members.ts";
import { withValueAt } from "../with-value-at.ts";

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
  const accepts = getAcceptor(contract, schema.pointer, direction);
  const required = findRequiredMembers(contract, schema.value, direction);
  // Usually, a few members are missing or invalid, and all others stay as they are.
  let changes: Changes | undefined = { missing: required?.missingIn(value), removed: [] };
  for (let attempt = 0; changes && attempt < 2; attempt++) {
    const { missing, removed } = changes;
    const kept = removed.reduce(withoutPart, value);
    const candidate = missing ? fillMembers(kept, missing, sample({ optional: false, like: value, missing })) : kept;
    if (candidate === undefined) break;
    if (accepts(candidate)) return candidate;
    changes = required && withInvalidMembers(changes, accepts.errors, required, value);
  }
  const base = sample({ optional: false, like: value });
  if (base === undefined) return value;
  // Each sample is generated only once, because a long array may need many replacements.
  let fullSample: Json | undefined;
  let independentSample: Json | undefined;
  const findReplacement: Replacement = (pointer, current) => {
    const sampled = valueAt(base, pointer);
    // A required member may be missing in the minimal sample.
    if (current === undefined)
      return sampled ?? valueAt((fullSample ??= sample({ optional: true, like: value }) ?? null), pointer);
    // An invalid item is removed if the array may be shorter.
    if (isItem(value, pointer)) return valueAt((independentSample ??= sample({ optional: false }) ?? null), pointer);
    return sampled;
  };
  return (
    repair(overlay(base, value), findReplacement, accepts) ??
    withValidMembers(base, value, (candidate) => accepts(candidate))
  );
}

/** Changes of a value that make it valid. */
interface Changes {
  readonly missing: MissingMembers | undefined;
  /** Paths of invalid members that are neither required nor sent as objects or arrays. */
  readonly removed: readonly (readonly string[])[];
}

/** Keywords that judge a value alone. Of a union or a condition, the errors do not say which part is wrong. */
const keywordsOfValues = new Set(
  "type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(
    " ",
  ),
);

/** Changes together with those of members that errors report. Undefined if an error is about something else. */
function withInvalidMembers(
  { missing, removed }: Changes,
  errors: Accepts["errors"],
  required: RequiredMembers,
  value: Json,
): Changes | undefined {
  const all = copyMembers(missing);
  const alsoRemoved = [...removed];
  for (const { keyword, instancePath, params } of errors) {
    const name: unknown = params["missingProperty"];
    const path = splitPointer(instancePath);
    if (keyword === "required" && typeof name === "string") path.push(name);
    else if (!keywordsOfValues.has(keyword)) return undefined;
    // An invalid item of an array is removed if the array may be shorter, which needs a search.
    if (path.length === 0 || /^\d+$/.test(path.at(-1) as string)) return undefined;
    // A client that sent an object where the response has a text expects the member.
    const sent = valueAt(value, instancePath);
    const isKept = required.includes(path) || (typeof sent === "object" && sent !== null);
    if (!isKept) alsoRemoved.push(path);
    else if (!addMember(all, path)) return undefined;
  }
  return { missing: all.size > 0 ? all : undefined, removed: alsoRemoved };
}

type OpenMembers = Map<string, OpenMembers | undefined>;

function copyMembers(members: MissingMembers | undefined): OpenMembers {
  const copies = [...(members ?? [])].map(([name, inner]) => [name, inner && copyMembers(inner)] as const);
  return new Map(copies);
}

/** Adds the member at a path. False if a whole member around it is missing already. */
function addMember(all: OpenMembers, path: readonly string[]): boolean {
  let members = all;
  for (const token of path.slice(0, -1)) {
    let inner = members.get(token);
    if (!inner && members.has(token)) return false;
    if (!inner) members.set(token, (inner = new Map()));
    members = inner;
  }
  members.set(path.at(-1) as string, undefined);
  return true;
}

/** Copy of a value with generated members at any depth. Those of an array are its changed items, by their indexes. */
function fillMembers(value: Json, missing: MissingMembers, generated: Json | undefined): Json | undefined {
  if (Array.isArray(value)) {
    if (Array.isArray(generated)) return withItems(value, missing, generated);
    return undefined;
  }
  if (!isObject(value) || !isObject(generated)) return undefined;
  const result: Record<string, Json> = { ...value };
  for (const [name, inner] of missing) {
    const made = generated[name];
    const member = inner ? fillMembers(value[name] ?? null, inner, made) : made;
    if (member === undefined) return undefined;
    define(result, name, member);
  }
  return result;
}

/** Copy of an array in which some items are changed. */
function withItems(value: readonly Json[], missing: MissingMembers, generated: readonly Json[]): Json {
  const items = [...value];
  for (const [name, inner] of missing) {
    const index = Number(name);
    const made = generated[index];
    const item = inner ? fillMembers(items[index] as Json, inner, made) : made;
    if (item !== undefined) items[index] = item;
  }
  return items;
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
      const path = splitPointer(pointer);
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
  if (typeof name === "string") return join(instancePath, name);
  return instancePath;
}

/** Order of pointers: "/lines/2" comes before "/lines/10". */
const collator = new Intl.Collator("en", { numeric: true });

/** Pointers in order, without those that contain another one. */
function innermost(pointers: readonly string[]): string[] {
  return pointers
    .filter((pointer) => !pointers.some((other) => other.startsWith(`${pointer}/`)))
    .toSorted(collator.compare);
}

/** Copy of a value with one part replaced or added. */
function withPart(value: Json, path: readonly string[], part: Json): Json {
  return withValueAt(value, path.slice(0, -1), (owner) => replaceMember(owner, path.at(-1) as string, part));
}

function replaceMember(owner: Json, name: string, member: Json): Json {
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
  if (isContained(sent, generated)) return generated;
  const merged = overlay(generated, sent);
  if (accepts(merged)) return merged;
  return withValidMembers(generated, merged, accepts);
}

/** Checks that another value contains all of a value. */
export function isContained(part: Json, whole: Json | undefined): boolean {
  if (part === whole) return true;
  if (Array.isArray(part))
    return (
      Array.isArray(whole) &&
      part.length === whole.length &&
      part.every((item: Json, index) => isContained(item, whole[index] as Json))
    );
  if (!isObject(part)) return false;
  return (
    isObject(whole) &&
    Object.entries(part).every(([name, member]) => Object.hasOwn(whole, name) && isContained(member, whole[name]))
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
    if (isObject(parent)) return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== last));
    return parent;
  });
}
