import fc from "fast-check";
import { values } from "./type.ts";

export const nullValues = values({
  type: "null",
  valid: () => fc.constant(null),
  plain: () => null,
  invalid: {},
});

export const booleanValues = values({
  type: "boolean",
  valid: () => fc.boolean(),
  plain: () => true,
  invalid: {},
});
