import type { Json } from "../../model/json.ts";

const MAX_LENGTH = 80;

/** Text for a message, cut to a readable length. */
export function shorten(text: string | undefined): string {
  if (text === undefined) return "nothing";
  if (text.length > MAX_LENGTH) return `${text.slice(0, MAX_LENGTH - 3)}…`;
  return text;
}

/** A value as JSON, cut to a readable length. The cost does not depend on the size of the value. */
export function shortJson(value: unknown): string {
  return shorten(JSON.stringify(copyBeginning(value)));
}

/** A copy of a value with at least the parts that the beginning of its JSON shows. */
function copyBeginning(whole: unknown): unknown {
  let left = MAX_LENGTH + 1;
  return copy(whole);

  function copy(value: unknown): unknown {
    left--;
    if (typeof value === "string") return value.slice(0, MAX_LENGTH + 1);
    if (typeof value !== "object" || value === null) return value;
    if (left <= 0) return null;
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value as readonly Json[]) {
        if (left <= 0) break;
        items.push(copy(item));
      }
      return items;
    }
    const members: [string, unknown][] = [];
    for (const name in value) {
      if (left <= 0) break;
      members.push([name.slice(0, MAX_LENGTH + 1), copy((value as Readonly<Record<string, unknown>>)[name])]);
    }
    return Object.fromEntries(members);
  }
}

/** The values of a list as JSON with commas between them, cut to a readable length. */
export function shortList(values: readonly Json[]): string {
  let text = "";
  for (const value of values) {
    text += `${text === "" ? "" : ", "}${shortJson(value)}`;
    if (text.length > MAX_LENGTH) break;
  }
  return shorten(text);
}
