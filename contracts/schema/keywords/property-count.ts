import type { JsonObject } from "../../model/json.ts";
import { countLimit } from "./limit.ts";

const ofObjects = {
  type: "object",
  unit: "property",
  units: "properties",
  countOf: (object: JsonObject): number => Object.keys(object).length,
} as const;

export const minProperties = countLimit({ ...ofObjects, name: "minProperties", sign: 1, opposite: "maxProperties" });
export const maxProperties = countLimit({ ...ofObjects, name: "maxProperties", sign: -1, opposite: "minProperties" });
