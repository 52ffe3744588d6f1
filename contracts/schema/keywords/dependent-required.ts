import type { JsonObject } from "../../model/json.ts";
import { isObject } from "../../model/shapes.ts";
import { keyword } from "./keyword.ts";
import { hasNoMembers, isNames } from "./well-formed.ts";

type NamesByName = Readonly<Record<string, readonly string[]>>;

export const dependentRequired = keyword<NamesByName, JsonObject>({
  name: "dependentRequired",
  type: "object",
  isNewIn31: true,
  isWellFormed: (value) => isObject(value) && Object.values(value).every(isNames),
  isNarrower: (one, other) =>
    Object.entries(other).every(([name, needed]) =>
      needed.every((each) => getDependentNames(one, name).includes(each)),
    ),
  hasNoEffect: hasNoMembers,
  rejected: (names) => Object.keys(names).map((name) => ({ type: "object", required: [name] })),
});

function getDependentNames(names: NamesByName, name: string): readonly string[] {
  if (Object.hasOwn(names, name)) return names[name] ?? [];
  return [];
}
