import { isObject } from "../../model/shapes.ts";
import { keyword } from "./keyword.ts";
import { isString } from "./well-formed.ts";

/** The rejected values are those of the target, which only a contract can resolve. */
export const reference = keyword<string>({
  name: "$ref",
  isWellFormed: isString,
  accepts: (target, value, _, { fitsTarget }) => fitsTarget(target, value),
  rejected: () => [],
});

export const definitions = ["$defs", "definitions"].map((name) =>
  keyword({
    name,
    subschemas: { form: "map", of: "none" },
    isWellFormed: isObject,
    accepts: () => true,
    rejected: () => [],
  }),
);
