import { foldedName } from "../../../contracts/index.ts";

/** Relation of a member of an item to the value of a filter. */
export type FilterRelation = "=" | "!=" | ">" | ">=" | "<" | "<=" | "contains" | "starts" | "ends" | "present";

/** Words and signs of each relation, words without punctuation and in lower case. */
const names: Readonly<Record<FilterRelation, string>> = {
  "=": "= == : eq equal equals exact is in any anyof oneof",
  "!=": "!= <> ne neq not isnot notequal notequals notin nin noneof",
  ">": "> gt after greaterthan",
  ">=": ">= ge gte from since min greaterorequal greaterthanorequal",
  "<": "< lt before lessthan",
  "<=": "<= le lte to until till max lessorequal lessthanorequal",
  contains: "~ =~ *= co cn ct contains contain containing like ilike icontains substring match matches",
  starts: "^= sw startswith beginswith startingwith prefix",
  ends: "$= ew endswith endingwith suffix",
  present: "pr exists present",
};

const relations: ReadonlyMap<string, FilterRelation> = new Map(
  Object.entries(names).flatMap(([relation, words]) =>
    words.split(" ").map((word): [string, FilterRelation] => [word, relation as FilterRelation]),
  ),
);

/** The relation that a word or sign stands for: "greater-than", "$gte", "==". */
export function relationNamed(name: string): FilterRelation | undefined {
  return relations.get(name.trim()) ?? relations.get(foldedName(name));
}
