import { foldedName } from "../../../contracts/index.ts";

/** Relation of a member of an item to the value of a filter. */
export type FilterRelation =
  | "="
  | "!="
  | ">"
  | ">="
  | "<"
  | "<="
  | "contains"
  | "lacks"
  | "starts"
  | "ends"
  | "between"
  | "present"
  | "absent";

/** Words and signs of each relation, words without punctuation and in lower case. */
const names: Readonly<Record<FilterRelation, string>> = {
  "=": "= == : eq equal equals equalto exact is in any anyof oneof",
  "!=": "!= <> ne neq not isnot notequal notequals notequalto notin nin noneof",
  ">": "> gt after greaterthan isgreaterthan",
  ">=": ">= ge gte from since min greaterorequal greaterthanorequal",
  "<": "< lt before lessthan islessthan",
  "<=": "<= le lte to until till max lessorequal lessthanorequal",
  contains:
    "~ =~ *= co cn ct contains contain containing like ilike icontains containsany substring fuzzy match matches",
  lacks: "notcontains notcontain doesnotcontain notlike nlike",
  starts: "^= sw startswith beginswith startingwith prefix",
  ends: "$= ew endswith endingwith suffix",
  between: "between range",
  present: "pr exists present notempty isnotempty notnull isnotnull ispresent",
  absent: "empty isempty isnull isnotpresent notexists missing",
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
