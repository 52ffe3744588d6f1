import type { Json, JsonObject } from "./json.ts";
import type { Basis } from "./contract.ts";
import { rareNamesIn } from "./rare-names.ts";
import { visitTree } from "./shapes.ts";

/** What a part of a document rests on: the nearest `x-spec` or `x-assumed` at or above it. */
export interface Standing {
  readonly basis: Basis;
  readonly section?: string;
}

/** The standing that a document's parts inherit: what no marker covers is stated, whatever is said of other parts. */
export function standingOfDocument(document: JsonObject): Standing {
  return standingOf(document, { basis: "stated" });
}

/** The standing of a node: its own marker, else what it inherits. */
export function standingOf(node: JsonObject, inherited: Standing): Standing {
  const section = sectionIn(node["x-spec"]);
  if (section !== undefined) return { basis: "stated", section };
  return node["x-assumed"] === undefined ? inherited : { basis: "assumed" };
}

/** The section that `x-spec` names, or several of them; undefined for what names none. */
export function sectionIn(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  const sections = [value].flat();
  const isRead = sections.every((section) => typeof section === "string" || typeof section === "number");
  return isRead && sections.length > 0 ? sections.join(", ") : undefined;
}

const marked = new WeakMap<JsonObject, boolean>();

/** Whether a marker occurs anywhere in a document: found once for each. */
export function hasMarkers(document: JsonObject): boolean {
  let isFound = marked.get(document);
  if (isFound === undefined) marked.set(document, (isFound = findsMarker(document)));
  return isFound;
}

function findsMarker(document: JsonObject): boolean {
  const names = rareNamesIn(document);
  if (!names.has("x-spec") && !names.has("x-assumed")) return false;
  // What is an example only, or an extension, has no standing.
  let found = false;
  visitTree(document, "document", (node) => {
    found ||= isMarked(node);
  });
  return found;
}

/** Whether a node carries a marker of its own. */
export function isMarked(node: JsonObject): boolean {
  return node["x-spec"] !== undefined || node["x-assumed"] !== undefined;
}

/** A standing in words: "stated §4.1" or "assumed". */
export function standingText({ basis, section }: Standing): string {
  return basis === "stated" ? `stated${section === undefined ? "" : ` §${section}`}` : "assumed";
}
