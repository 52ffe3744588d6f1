import type { Both } from "../model/pair.ts";
import type { Contract, JsonSchema } from "../../contracts/index.ts";

/** The schemas of both sides, each with its contract. */
export interface Sides extends Both<{ readonly contract: Contract; readonly schemas: readonly JsonSchema[] }> {}

/** Values with several items or members, which show differences between styles. */
export const severalMembers: JsonSchema = { minItems: 2, minProperties: 2 };
