import type { Json } from "../../../../contracts/model/json.ts";
import { join } from "../../../../contracts/model/pointer.ts";
import type { HouseRule } from "./house-rule.ts";

/** Members whose values belong to the interface and may be null. */
const values = new Set(["example", "examples", "enum", "const", "default", "x-state"]);

export const memberEmpty: HouseRule = {
  id: "member-empty",
  claim: "No member is empty: an unquoted comma in { description: a, b } makes half of a sentence a member",
  find: ({ document }) =>
    emptyMembersIn(document, "").map((pointer) => ({
      pointer,
      message: "This member has no value. If it is part of a sentence, quote the whole sentence",
    })),
};

function emptyMembersIn(node: Json, at: string): string[] {
  if (node === null) return [at];
  if (typeof node !== "object") return [];
  return Object.entries(node).flatMap(([key, value]) => (values.has(key) ? [] : emptyMembersIn(value, join(at, key))));
}
