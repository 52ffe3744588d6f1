import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";

/** A text or number that differs between two versions of an item. */
export interface ReplacedValue {
  /** Names of its members, such as "lines[].status". */
  readonly member: string;
  readonly read: string | number;
  readonly written: string | number;
}

/**
 * Texts and numbers that are written in place of others. What is left out or added is not replaced. The elements of arrays
 * are paired by a member whose values identify them, or by position if both arrays have the same length.
 */
export function replacedValues(read: Json, written: Json, member = ""): readonly ReplacedValue[] {
  if (isObject(read) && isObject(written))
    return Object.keys(written)
      .filter((name) => Object.hasOwn(read, name))
      .flatMap((name) =>
        replacedValues(read[name] as Json, written[name] as Json, member === "" ? name : `${member}.${name}`),
      );
  if (Array.isArray(read) && Array.isArray(written))
    return pairVersions(read, written).flatMap(([one, other]) => replacedValues(one, other, `${member}[]`));
  if (!isTextOrNumber(read) || !isTextOrNumber(written) || read === written) return [];
  return [{ member, read, written }];
}

function isTextOrNumber(value: Json): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

type Pair = readonly [read: Json, written: Json];

/** Elements of two arrays that are versions of one element. */
function pairVersions(read: readonly Json[], written: readonly Json[]): readonly Pair[] {
  if (read.every(isObject) && written.every(isObject)) {
    const key = identifyingMember(read, written);
    if (key !== undefined) return pairedBy(key, read, written);
  }
  if (read.length !== written.length) return [];
  const changed = read.flatMap((value, index): Pair[] =>
    JSON.stringify(value) === JSON.stringify(written[index]) ? [] : [[value, written[index] as Json]],
  );
  // Elements at another position were only moved.
  const [removed, added] = [changed.map(([value]) => value), changed.map(([, value]) => value)];
  const gone = subtractValues(removed, added);
  const fresh = subtractValues(added, removed);
  return gone.map((value, index): Pair => [value, fresh[index] as Json]);
}

/** Values of a list, less one for each equal value of another list. */
function subtractValues(values: readonly Json[], others: readonly Json[]): readonly Json[] {
  const left = others.map((other) => JSON.stringify(other));
  return values.filter((value) => {
    const index = left.indexOf(JSON.stringify(value));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

function pairedBy(key: string, read: readonly JsonObject[], written: readonly JsonObject[]): readonly Pair[] {
  const byKey = new Map(read.map((element) => [element[key], element]));
  return written.flatMap((element): Pair[] => {
    const before = byKey.get(element[key]);
    return before ? [[before, element]] : [];
  });
}

/**
 * Member that identifies the elements of both arrays: each element has another value, and the shorter array has only values
 * of the longer one.
 */
function identifyingMember(read: readonly JsonObject[], written: readonly JsonObject[]): string | undefined {
  return Object.keys(read[0] ?? {}).find((name) => {
    const [before, after] = [read, written].map((elements) => elements.map((element) => element[name]));
    if (!before || !after) return false;
    const [fewer, more] = before.length < after.length ? [before, after] : [after, before];
    return [before, after].every(areDistinctScalars) && fewer.every((value) => more.includes(value));
  });
}

function areDistinctScalars(values: readonly (Json | undefined)[]): boolean {
  return (
    values.every((value) => value !== undefined && isTextOrNumber(value)) && new Set(values).size === values.length
  );
}
