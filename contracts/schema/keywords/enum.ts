import type { Json } from "../../model/json.ts";
import { isSame } from "../ajv.ts";
import { shorten } from "../shorten.ts";
import { keyword } from "./keyword.ts";
import { isList } from "./well-formed.ts";

type Values = readonly Json[];

export const enumeration = keyword<Values>({
  name: "enum",
  isWellFormed: isList,
  accepts: (values, value) => includes(values, value),
  merge: (one, other) => {
    const shared = one.filter((value) => includes(other, value));
    return shared.length === 0 ? undefined : shared;
  },
  isNarrower: (one, other) => one.every((value) => includes(other, value)),
  // An enum with one value reads like a constant.
  expected: (values) =>
    values.length === 1
      ? shorten(JSON.stringify(values[0]))
      : `one of ${shorten(values.map((value) => JSON.stringify(value)).join(", "))}`,
});

function includes(values: Values, value: Json): boolean {
  return values.some((one) => isSame(one, value));
}
