import { type Json, isObject } from "../../contracts/index.ts";

/** How a deprecation, and whether a part has to be there, is told in words. */
const saidAs = {
  required: (value: Json) => (value === true ? "required" : "optional"),
  deprecated: () => "deprecated",
  date: (value: Json) => `deprecated on ${unquoted(value)}`,
  reason: (value: Json) => unquoted(value),
  replacement: (value: Json) => `use ${unquoted(value)}`,
  sunset: (value: Json) => `sunset ${unquoted(value)}`,
} as const;

function unquoted(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A value, in as few words as tell it: of a list of one, that one; whether a part has to be there, as a word. */
export function valueText(value: Json | undefined): string {
  if (value === undefined) return "(none)";
  if (isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((name) => name in saidAs))
    return Object.entries(value)
      .map(([name, said]) => saidAs[name as keyof typeof saidAs](said))
      .join(", ");
  return JSON.stringify(Array.isArray(value) && value.length === 1 ? value[0] : value);
}

/** Whether a message has all of a value already. */
export function isSaid(value: Json | undefined, message: string): boolean {
  if (value === undefined) return true;
  if (typeof value === "object" && value !== null)
    return Object.values(value).every((member: Json) => isSaid(member, message));
  if (typeof value === "string" && message.includes(JSON.stringify(value))) return true;
  return new Set(message.split(/[^\w.$-]+/)).has(String(value));
}
