import type { Json } from "../../model/json.ts";
import { type JsonType, allTypes, getJsonType } from "../schema.ts";
import { keyword } from "./keyword.ts";
import { isFilledList } from "./well-formed.ts";

type Types = string | readonly string[];

const names = new Set<Json>([...allTypes, "integer"]);

export const type = keyword<Types>({
  name: "type",
  isWellFormed: (value) =>
    Array.isArray(value) ? isFilledList(value) && value.every((one) => names.has(one)) : names.has(value),
  accepts: (types, value) => acceptsType(toTypeList(types), getJsonType(value)),
  expected: (types) =>
    toTypeList(types)
      .map((one) => {
        if (one === "null") return "null";
        if (/^[aeio]/.test(one)) return `an ${one}`;
        return `a ${one}`;
      })
      .join(" or "),
  // The opposite of "integer" includes "number", because fractions are numbers but not integers.
  rejected: (types) => [{ type: allTypes.filter((one) => !toTypeList(types).includes(one)) }],
});

function toTypeList(types: Types): readonly JsonType[] {
  return [types].flat() as JsonType[];
}

function acceptsType(types: readonly JsonType[], one: JsonType): boolean {
  return types.includes(one) || (one === "integer" && types.includes("number"));
}
