import fc from "fast-check";
import { booleansNamed } from "../catalogue/index.ts";
import { isUsuallyOn } from "../usual-value.ts";
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
  plain: (_wanted, _nested, naming) =>
    booleansNamed(naming)[0] ?? (naming.isUsual !== true || isUsuallyOn(naming.label)),
  invalid: {},
});
