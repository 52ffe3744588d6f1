import type { Both } from "../model/pair.ts";
import type { Contract, JsonSchema } from "../../contracts/index.ts";

/** Two schemas that are compared, each in its contract. */
export interface Sides extends Both<{ readonly contract: Contract; readonly schemas: readonly JsonSchema[] }> {}

/** Several items or members: styles, and a list beside a single value, differ in how these are written. */
export const several: JsonSchema = { minItems: 2, minProperties: 2 };
