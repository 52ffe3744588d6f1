import { type Json, isObject } from "../../contracts/index.ts";

/** Labels for the members of values that describe deprecation or requirement. */
const memberText = {
  required: (value: Json) => (value === true ? "required" : "optional"),
  deprecated: () => "deprecated",
  date: (value: Json) => `deprecated on ${removeQuotes(value)}`,
  reason: (value: Json) => removeQuotes(value),
  replacement: (value: Json) => `use ${removeQuotes(value)}`,
  sunset: (value: Json) => `sunset ${removeQuotes(value)}`,
} as const;

function removeQuotes(value: Json): string {
  if (typeof value === "string") return value;
  return JSON.stringify(value);
}

/** Short text of a value. A list of one is written as its item, a requirement or deprecation in words. */
export function valueText(value: Json | undefined): string {
  if (value === undefined) return "(none)";
  if (isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((name) => name in memberText))
    return Object.entries(value)
      .map(([name, member]) => memberText[name as keyof typeof memberText](member))
      .join(", ");
  return JSON.stringify(Array.isArray(value) && value.length === 1 ? value[0] : value);
}

/** Checks that a message already contains the whole value. */
export function messageContains(value: Json | undefined, message: string): boolean {
  if (value === undefined) return true;
  if (typeof value === "object" && value !== null)
    return Object.values(value).every((member: Json) => messageContains(member, message));
  if (typeof value === "string" && message.includes(JSON.stringify(value))) return true;
  return new Set(message.split(/[^\w.$-]+/)).has(String(value));
}
