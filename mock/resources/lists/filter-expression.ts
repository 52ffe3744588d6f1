import { type Json, type JsonObject, foldedName, isObject } from "../../../contracts/index.ts";
import type { MemberPath } from "../members/member-paths.ts";
import {
  type Criterion,
  allOf,
  anyOf,
  createPartMatcher,
  edgeCriterion,
  equalCriterion,
  noneOf,
  presentCriterion,
} from "./criterion.ts";
import { boundCriterion } from "./ranges.ts";

/** Relation of a member of an item to the values of a filter. */
export type FilterRelation = "=" | "!=" | ">" | ">=" | "<" | "<=" | "contains" | "starts" | "ends" | "present";

/** Words and signs of each relation, words without punctuation and in lower case. */
const names: Readonly<Record<FilterRelation, string>> = {
  "=": "= == : eq equal equals is in any",
  "!=": "!= <> ne neq not isnot notequal notequals notin nin",
  ">": "> gt after greaterthan",
  ">=": ">= ge gte from since min greaterorequal greaterthanorequal",
  "<": "< lt before lessthan",
  "<=": "<= le lte to until max lessorequal lessthanorequal",
  contains: "~ =~ co contains containing like ilike icontains",
  starts: "sw startswith prefix",
  ends: "ew endswith suffix",
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

/** The filter of items with a member that has a relation to one of some values. */
export function relationCriterion(
  path: MemberPath,
  relation: FilterRelation,
  values: readonly Json[],
): Criterion | undefined {
  const [first = null, ...others] = values;
  switch (relation) {
    case "=":
      return equalCriterion(path, values);
    case "!=":
      return noneOf(equalCriterion(path, values));
    case "contains":
      return anyOf(values.map(createPartMatcher(path)));
    case "starts":
    case "ends":
      return anyOf(values.map((each) => edgeCriterion(path, relation, each)));
    case "present":
      if (String(first) === "false") return noneOf(presentCriterion(path));
      return presentCriterion(path);
    default:
      if (others.length === 0) return boundCriterion(path, relation, first);
      return undefined;
  }
}

/** Returns the place of a member that a filter names. */
type PathOf = (name: string) => MemberPath | undefined;

/** Maximum number of values in a filter that each item is compared with in turn, and of filters in filters. */
const MAX_PARTS = 100;

/** The filter of an object: `{status: "open", total: {gte: 5}}`. Undefined if a part of it is not understood. */
export function objectCriterion(sent: JsonObject, pathOf: PathOf): Criterion | undefined {
  const entries = Object.entries(sent);
  if (entries.length > MAX_PARTS) return undefined;
  const criteria = entries.map(([name, value]) => {
    const path = pathOf(name);
    if (!path || !isObject(value)) return path && equalCriterion(path, value);
    const parts = Object.entries(value).map(([word, operand]) => {
      const relation = relationNamed(word);
      return relation && relationCriterion(path, relation, [operand].flat() as readonly Json[]);
    });
    return allOf(parts);
  });
  return allOf(criteria);
}

const anyForm = /\s*(or\b|\|\|)/iy;
const allForm = /\s*(and\b|&&|[,;])/iy;
const notForm = /\s*(not\b|!)/iy;
const openForm = /\s*(\()/y;
const closeForm = /\s*(\))/y;
const nameForm = /\s*([\w.$/-]+)/y;
const presenceForm = /\s+(pr|exists)\b/iy;
const relationForm = /\s*(==|!=|<>|>=|<=|=~|[=~<>:]|not\s+in\b|[a-z]+\b)/iy;
const valueForm = /\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s"'()[\],;|&]+)/sy;
const listForm = /\s*([[(])/y;
const endForm = /\s*([\])])/y;
const commaForm = /\s*(,)/y;

/**
 * The filter of a text: `equals(status,"open")`, `status eq "open" and (total gt 5 or not total pr)` (SCIM, OData),
 * `status:open,done`. Undefined if a part of it is not understood.
 */
export function textCriterion(text: string, pathOf: PathOf): Criterion | undefined {
  let position = 0;
  let depth = 0;
  const found = readAny();
  if (text.slice(position).trim() === "") return found;
  return undefined;

  function take(form: RegExp): string | undefined {
    form.lastIndex = position;
    const [whole = "", part] = form.exec(text) ?? [];
    position += whole.length;
    return part;
  }

  function readAny(): Criterion | undefined {
    return readSeveral(readAll, anyForm, anyOf);
  }

  function readAll(): Criterion | undefined {
    return readSeveral(readOne, allForm, allOf);
  }

  /** Filters with a word between them. */
  function readSeveral(read: typeof readAny, between: RegExp, join: typeof anyOf): Criterion | undefined {
    const parts = [read()];
    while (parts.at(-1) && take(between) !== undefined) parts.push(read());
    if (parts.length === 1) return parts[0];
    return join(parts);
  }

  function readOne(): Criterion | undefined {
    if (++depth > MAX_PARTS) return undefined;
    const criterion = readInside();
    depth--;
    return criterion;
  }

  function readInside(): Criterion | undefined {
    if (take(notForm) !== undefined) return noneOf(readOne());
    if (take(openForm) !== undefined) return closed(readAny());
    const name = take(nameForm);
    if (name === undefined) return undefined;
    if (take(openForm) !== undefined) return closed(readCall(name));
    const path = pathOf(name);
    if (take(presenceForm) !== undefined) return path && presentCriterion(path);
    const sign = take(relationForm);
    // A name alone, as in a selector of labels, is that of a member that items have.
    if (sign === undefined) return path && presentCriterion(path);
    return criterionOf(path, sign, readValues(sign === ":"));
  }

  /** `equals(status,"open")`, `or(equals(a,1),equals(b,2))`. */
  function readCall(name: string): Criterion | undefined {
    if (/^(and|or)$/i.test(name)) return readSeveral(readOne, commaForm, /^or$/i.test(name) ? anyOf : allOf);
    const path = pathOf(unquoted(take(valueForm) ?? ""));
    if (take(commaForm) === undefined) return undefined;
    return criterionOf(path, name, readValues(true));
  }

  function closed(criterion: Criterion | undefined): Criterion | undefined {
    if (take(closeForm) === undefined) return undefined;
    return criterion;
  }

  /** A value, or those of a list. */
  function readValues(isBareList: boolean): readonly string[] {
    const isListed = take(listForm) !== undefined;
    const values: string[] = [];
    do {
      const start = position;
      const value = take(valueForm);
      // "status:open,name:ada": what follows the comma is another filter.
      if (value === undefined) return [];
      if (!isListed && values.length > 0 && value.includes(":")) {
        position = start - 1;
        break;
      }
      values.push(unquoted(value));
      if (!isListed && !isBareList) break;
    } while (take(commaForm) !== undefined);
    if (isListed && take(endForm) === undefined) return [];
    return values;
  }
}

function criterionOf(path: MemberPath | undefined, sign: string, values: readonly string[]): Criterion | undefined {
  const relation = relationNamed(sign);
  const isUnclear = !path || !relation || values.length === 0 || values.length > MAX_PARTS;
  if (isUnclear) return undefined;
  return relationCriterion(path, relation, values);
}

function unquoted(text: string): string {
  if (/^["']/.test(text)) return text.slice(1, -1).replaceAll(/\\(["'\\])/g, "$1");
  return text;
}
