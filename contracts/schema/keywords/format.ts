import { keyword } from "./keyword.ts";
import { isText } from "./well-formed.ts";

/** Formats of numbers, such as "int32", reject no value. */
export const format = keyword<string>({
  name: "format",
  isWellFormed: isText,
  accepts: (name, value, _, { fitsFormat }) => typeof value !== "string" || fitsFormat(name, value),
  isNarrower: (one, other) => one === other,
  expected: (name) => `text in the format "${name}"`,
  rejected: () => [{ type: "string" }],
});
