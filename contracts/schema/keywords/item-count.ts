import type { Json } from "../../model/json.ts";
import { countLimit } from "./limit.ts";

const ofArrays = {
  type: "array",
  unit: "item",
  units: "items",
  countOf: (list: readonly Json[]): number => list.length,
} as const;

export const minItems = countLimit({ ...ofArrays, name: "minItems", sign: 1, opposite: "maxItems" });
export const maxItems = countLimit({ ...ofArrays, name: "maxItems", sign: -1, opposite: "minItems" });
