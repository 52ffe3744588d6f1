import { isMultipleOf } from "../../text/multiple.ts";
import { keyword } from "./keyword.ts";
import { isNumber } from "./well-formed.ts";

export const multipleOf = keyword<number, number>({
  name: "multipleOf",
  type: "number",
  isWellFormed: (value) => isNumber(value) && (value as number) > 0,
  accepts: (step, number) => isMultipleOf(number, step),
  merge: leastCommonMultiple,
  isNarrower: isMultipleOf,
  hasNoEffect: (step, { type }) => step === 1 && type === "integer",
  expected: (step) => `a multiple of ${step}`,
  rejected: (step) => [{ type: "number", multipleOf: step / 2 }, { type: "number" }],
});

/** Least number that is a multiple of two steps. */
function leastCommonMultiple(one: number, other: number): number {
  const scale = 10 ** Math.max(decimalsOf(one), decimalsOf(other));
  const [a, b] = [Math.round(one * scale), Math.round(other * scale)];
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return (a * b) / x / scale;
}

/** Number of decimals of a number: 2 for 0.01, 7 for 1e-7. */
export function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent));
}
