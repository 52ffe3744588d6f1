import type { Json, JsonObject } from "../model/json.ts";
import type { Basis } from "../model/contract.ts";
import { oncePer } from "../model/once-per.ts";
import { findRareNames } from "../model/rare-names.ts";
import { visitTree } from "./document-tree.ts";

/** Basis of a part of a document, from the nearest `x-spec` or `x-assumed` at or above it. */
export interface Standing {
  readonly basis: Basis;
  readonly section?: string;
}

/** Returns the standing of the document root. Parts without a marker inherit it; its default is "stated". */
export function standingOfDocument(document: JsonObject): Standing {
  return readStanding(document, { basis: "stated" });
}

/** Returns the standing from the node's own marker, or the inherited standing. */
export function readStanding(node: JsonObject, inherited: Standing): Standing {
  const section = sectionFrom(node["x-spec"]);
  if (section !== undefined) return { basis: "stated", section };
  if (node["x-assumed"] === undefined) return inherited;
  return { basis: "assumed" };
}

/** Returns the section or sections that `x-spec` names, or undefined if its value is invalid. */
export function sectionFrom(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  const sections = [value].flat();
  const isRead = sections.every((section) => typeof section === "string" || typeof section === "number");
  if (isRead && sections.length > 0) return sections.join(", ");
  return undefined;
}

/** Returns true if a document contains any marker. */
export const hasMarkers = oncePer((document: JsonObject): boolean => {
  const names = findRareNames(document);
  if (!names.has("x-spec") && !names.has("x-assumed")) return false;
  // visitTree() skips examples and extensions: a marker inside such data does not count.
  let found = false;
  visitTree(document, "document", (node) => {
    found ||= hasOwnMarker(node);
  });
  return found;
});

/** Returns true if the node itself has a marker. */
export function hasOwnMarker(node: JsonObject): boolean {
  return node["x-spec"] !== undefined || node["x-assumed"] !== undefined;
}
