import { type Json, isObject, nearestWords } from "../../contracts/index.ts";

/** Checks a value from a user. Returns the reason why it is invalid, or undefined. `at` names the value in the reason. */
export type Shape = (value: unknown, at?: string) => string | undefined;

/** Shape of the values that `fits` accepts. `expected` is a noun phrase for the error message. */
export function shape(expected: string, fits: (value: unknown) => boolean): Shape {
  return (value, at = "it") => (fits(value) ? undefined : `${at} must be ${expected}, not ${describeGiven(value)}`);
}

export const text = shape("a text", (value) => typeof value === "string" && value !== "");
export const truth = shape("true or false", (value) => typeof value === "boolean");
export const object = shape("an object", isRecord);

/** Number of at least `min`. */
export function atLeast(min: number): Shape {
  return shape(`a number of at least ${min}`, (value) => typeof value === "number" && value >= min);
}

/** Integer from `min` to `max`. */
export function whole(min = 0, max: number = Number.MAX_SAFE_INTEGER): Shape {
  const expected =
    max === Number.MAX_SAFE_INTEGER ? `a whole number of at least ${min}` : `a whole number from ${min} to ${max}`;
  return shape(
    expected,
    (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
  );
}

/** List of at least `min` items. `expected` describes the list in the error message. */
export function list(item: Shape, { expected = "a list", min = 0 } = {}): Shape {
  const isList = shape(expected, (value) => Array.isArray(value) && value.length >= min);
  return (value, at = "it") =>
    isList(value, at) ?? firstFault((value as unknown[]).entries(), ([index, each]) => item(each, `${at}[${index}]`));
}

/** Object whose members all have one shape; any names. */
export function map(member: Shape): Shape {
  return (value, at = "it") =>
    object(value, at) ??
    firstFault(Object.entries(value as object), ([name, each]) => member(each, `${at}[${JSON.stringify(name)}]`));
}

/** One of two shapes. The error message describes the second. */
export function either(one: Shape, other: Shape): Shape {
  return (value, at) => (one(value, at) === undefined ? undefined : other(value, at));
}

/** Object with these members and no others. Members that are not listed in `required` are optional. */
export function record(members: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  const names = Object.keys(members);
  return (value, at = "it") => {
    const fault = object(value, at);
    if (fault !== undefined) return fault;
    const given = value as Readonly<Record<string, unknown>>;
    const unknown = Object.keys(given).find((name) => !names.includes(name));
    if (unknown !== undefined) return `${at} has no place for "${unknown}"; ${suggestion(unknown, names)}`;
    const missing = required.find((name) => given[name] === undefined);
    if (missing !== undefined) return `${at} has no "${missing}"`;
    return firstFault(names, (name) =>
      given[name] === undefined ? undefined : members[name]?.(given[name], at === "it" ? name : `${at}.${name}`),
    );
  };
}

/** Hint for an unknown name: the nearest known one, or all of them. */
function suggestion(word: string, words: readonly string[]): string {
  const [near] = nearestWords(word, words, 1);
  if (near === undefined) return `only for ${words.join(", ")}`;
  return `the nearest is "${near}"`;
}

function isRecord(value: unknown): boolean {
  return isObject(value as Json);
}

/** Value in an error message. Members of objects are not read: a contract opens its document on first access. */
function describeGiven(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (isRecord(value)) return "an object";
  if (Array.isArray(value) && value.length > 0) return "a list";
  const json = JSON.stringify(value) ?? String(value);
  if (json.length > 60) return `${json.slice(0, 57)}…`;
  return json;
}

function firstFault<T>(items: Iterable<T>, faultOf: (item: T) => string | undefined): string | undefined {
  for (const each of items) {
    const fault = faultOf(each);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
