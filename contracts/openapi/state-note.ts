import type { Json, JsonObject } from "../model/json.ts";
import { type RoleKind, type StateNote, roleKinds } from "../model/role.ts";
import { isObject } from "../model/shapes.ts";

const textMembers = [
  "collection",
  "idParameter",
  "idProperty",
  "wrapper",
  "sentIn",
  "sentKey",
  "shownKey",
  "itemsProperty",
  "entryProperty",
  "each",
  "part",
] as const;

/** Description of a valid `x-state` for error messages. */
const expectedForm = `one of ${roleKinds.join(", ")}; one of these and the path of a collection; or an object with kind, ${textMembers.join(", ")}, sets, filters, order, when and unique`;

/** Reads `x-state` of an operation. Reports an invalid value and returns undefined. */
export function readStateNote(node: JsonObject, reportFault: (fault: string) => void): StateNote | undefined {
  const value = node["x-state"];
  if (value === undefined) return undefined;
  const note = typeof value === "string" ? parseShortNote(value) : isObject(value) ? value : {};
  if (Object.keys(note).length > 0 && Object.entries(note).every(isValidMember)) return note as StateNote;
  reportFault(`x-state is ${JSON.stringify(value)}, but must be ${expectedForm}`);
  return undefined;
}

/** Parses the short form: "transition", or "list /v1/entity/{slug}". */
function parseShortNote(words: string): JsonObject {
  const [kind = "", collection, ...more] = words.split(" ");
  if (collection === undefined) return { kind };
  if (more.length === 0) return { kind, collection };
  return {};
}

function isValidMember([name, value]: [string, Json]): boolean {
  switch (name) {
    case "kind":
      return roleKinds.includes(value as RoleKind);
    case "collection":
      return typeof value === "string" && value.startsWith("/");
    case "sets":
    case "when":
      return isObject(value) && Object.keys(value).length > 0;
    case "filters":
      return isObject(value) && isTextList(Object.values(value));
    case "order":
    case "unique":
      return Array.isArray(value) && isTextList(value);
    default:
      return typeof value === "string" && (textMembers as readonly string[]).includes(name);
  }
}

function isTextList(values: readonly Json[]): boolean {
  return values.length > 0 && values.every((value) => typeof value === "string" && value !== "");
}
