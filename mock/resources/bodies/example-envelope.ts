import { type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import { withoutNextLinks } from "../lists/envelope.ts";

/** Members that report faults, which a success does not have. */
const faultNames = /^(errors?|warnings?|faults?|failures?)(_|$)/i;

/**
 * Adds the members around an item or a list that only an example documents, such as `response_code`. What is known has
 * precedence. Faults, entries of lists and links to other pages of the example are not those of another response.
 */
export function withExampleEnvelope(value: Json, example: Json | undefined, [step, ...rest]: readonly string[]): Json {
  if (step === undefined || !isObject(value) || !isObject(example)) return value;
  const members: Record<string, Json> = { ...keepPlainMembers(example, step), ...value };
  const [inner, shown] = [value[step], example[step]];
  if (rest.length > 0 && inner !== undefined) members[step] = withExampleEnvelope(inner, shown, rest);
  return members;
}

function keepPlainMembers(example: JsonObject, step: string): JsonObject {
  const others = Object.entries(example).filter(([name]) => name !== step && !faultNames.test(name));
  return withoutNextLinks(Object.fromEntries(others.map(([name, value]) => [name, withoutEntries(value)])));
}

function withoutEntries(value: Json): Json {
  if (Array.isArray(value)) return [];
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutEntries(member)]));
}
