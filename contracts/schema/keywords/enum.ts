import type { Json } from "../../model/json.ts";
import { canonicalJson } from "../../model/canonical-json.ts";
import { includesValue } from "../ajv.ts";
import { shortJson, shortList } from "../violations/shorten.ts";
import { keyword } from "./keyword.ts";
import { isFilledList } from "./well-formed.ts";

type Values = readonly Json[];

export const enumeration = keyword<Values>({
  name: "enum",
  isWellFormed: isFilledList,
  accepts: includesValue,
  merge(one, other) {
    const texts = new Set(other.map(canonicalJson));
    const shared = one.filter((value) => texts.has(canonicalJson(value)));
    return shared.length === 0 ? undefined : shared;
  },
  // An enum with one value has the same message as a constant.
  expected: (values) => (values.length === 1 ? shortJson(values[0]) : `one of ${shortList(values)}`),
});
