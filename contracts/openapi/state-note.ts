import type { Json, JsonObject } from "../model/json.ts";
import { type RoleKind, type StateNote, roleKinds } from "../model/role.ts";
import { isObject } from "../model/shapes.ts";

const names = ["collection", "idParameter", "idProperty", "wrapper", "itemsProperty", "each", "part"] as const;

/** What `x-state` may hold, for those who wrote something else. */
const form = `one of ${roleKinds.join(", ")}; that and the path of a collection; or an object of kind, ${names.join(", ")}, sets, filters, order, when and unique`;

/** What `x-state` of an operation says of its role; where that cannot be read, it is told, and nothing is known. */
export function stateNoteIn(node: JsonObject, tell: (fault: string) => void): StateNote | undefined {
  const value = node["x-state"];
  if (value === undefined) return undefined;
  const note = typeof value === "string" ? noteInWords(value) : isObject(value) ? value : {};
  if (Object.keys(note).length > 0 && Object.entries(note).every(isMember)) return note as StateNote;
  tell(`x-state is ${JSON.stringify(value)}, but must be ${form}`);
  return undefined;
}

/** "transition", or "list /v1/entity/{slug}". */
function noteInWords(words: string): JsonObject {
  const [kind = "", collection, ...more] = words.split(" ");
  if (collection === undefined) return { kind };
  return more.length === 0 ? { kind, collection } : {};
}

function isMember([name, value]: [string, Json]): boolean {
  switch (name) {
    case "kind":
      return roleKinds.includes(value as RoleKind);
    case "collection":
      return typeof value === "string" && value.startsWith("/");
    case "sets":
    case "when":
      return isObject(value) && Object.keys(value).length > 0;
    case "filters":
      return isObject(value) && isTexts(Object.values(value));
    case "order":
    case "unique":
      return Array.isArray(value) && isTexts(value);
    default:
      return typeof value === "string" && (names as readonly string[]).includes(name);
  }
}

function isTexts(values: readonly Json[]): boolean {
  return values.length > 0 && values.every((value) => typeof value === "string" && value !== "");
}
