import { isDecimalMultiple, leastCommonMultiple } from "../../text/multiple.ts";
import { keyword } from "./keyword.ts";
import { isFiniteNumber } from "./well-formed.ts";

export const multipleOf = keyword<number, number>({
  name: "multipleOf",
  type: "number",
  isWellFormed: (value) => isFiniteNumber(value) && (value as number) > 0,
  accepts: (step, number) => isDecimalMultiple(number, step),
  merge: leastCommonMultiple,
  isNarrower: isDecimalMultiple,
  hasNoEffect: (step, { type }) => step === 1 && type === "integer",
  expected: (step) => `a multiple of ${step}`,
  rejected: (step) => [{ type: "number", multipleOf: step / 2 }, { type: "number" }],
});
