import { keyword } from "./keyword.ts";
import { isPattern } from "./well-formed.ts";

export const pattern = keyword<string, string>({
  name: "pattern",
  type: "string",
  isWellFormed: isPattern,
  accepts: (expression, text, _, { fitsPattern }) => fitsPattern(expression, text),
  expected: (expression) => `text that matches ${expression}`,
  rejected: () => [{ type: "string" }],
});
