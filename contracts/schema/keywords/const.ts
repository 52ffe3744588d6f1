import { areEqualJson } from "../ajv.ts";
import { keyword } from "./keyword.ts";

export const constant = keyword({
  name: "const",
  isNewIn31: true,
  isWellFormed: () => true,
  accepts: areEqualJson,
  expected: (value) => JSON.stringify(value),
});
