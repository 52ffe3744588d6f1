import { keyword } from "./keyword.ts";
import { isString } from "./well-formed.ts";

/** Formats of numbers, such as "int32", reject no value. */
export const format = keyword<string>({
  name: "format",
  isWellFormed: isString,
  accepts: (name, value, _, { fitsFormat }) => typeof value !== "string" || fitsFormat(name, value),
  isNarrower: (one, other) => one === other,
  expected: (name) => `text in the format "${name}"`,
  rejected: () => [{ type: "string" }],
});
