import { compareText } from "../model/compare-text.ts";
import * as catalogue from "./catalogue.ts";
import type { AnyRule } from "./support/rule.ts";

const entries: readonly (AnyRule | readonly AnyRule[])[] = Object.values(catalogue);

/** Every rule, in the order of the ids. */
export const rules: readonly AnyRule[] = entries
  .flatMap((entry) => entry)
  .toSorted((one, other) => compareText(one.id, other.id));
