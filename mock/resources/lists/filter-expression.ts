import { type Json, type JsonObject, foldedName, isObject } from "../../../contracts/index.ts";
import type { MemberPath } from "../members/member-paths.ts";
import {
  type Criterion,
  matchAll,
  matchAny,
  createPartMatcher,
  edgeCriterion,
  equalCriterion,
  matchNone,
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
      return matchNone(equalCriterion(path, values));
    case "contains":
      return matchAny(values.map(createPartMatcher(path)));
    case "starts":
    case "ends":
      return matchAny(values.map((each) => edgeCriterion(path, relation, each)));
    case "present":
      if (String(first) === "false") return matchNone(presentCriterion(path));
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
    return matchAll(parts);
  });
  return matchAll(criteria);
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

  function takeMatch(form: RegExp): string | undefined {
    form.lastIndex = position;
    const [whole = "", part] = form.exec(text) ?? [];
    position += whole.length;
    return part;
  }

  function readAny(): Criterion | undefined {
    return readSeveral(readConjunction, anyForm, matchAny);
  }

  function readConjunction(): Criterion | undefined {
    return readSeveral(readTerm, allForm, matchAll);
  }

  /** Filters with a word between them. */
  function readSeveral(read: typeof readAny, between: RegExp, join: typeof matchAny): Criterion | undefined {
    const parts = [read()];
    while (parts.at(-1) && takeMatch(between) !== undefined) parts.push(read());
    if (parts.length === 1) return parts[0];
    return join(parts);
  }

  function readTerm(): Criterion | undefined {
    if (++depth > MAX_PARTS) return undefined;
    const criterion = readInside();
    depth--;
    return criterion;
  }

  function readInside(): Criterion | undefined {
    if (takeMatch(notForm) !== undefined) return matchNone(readTerm());
    if (takeMatch(openForm) !== undefined) return closed(readAny());
    const name = takeMatch(nameForm);
    if (name === undefined) return undefined;
    if (takeMatch(openForm) !== undefined) return closed(readCall(name));
    const path = pathOf(name);
    if (takeMatch(presenceForm) !== undefined) return path && presentCriterion(path);
    const sign = takeMatch(relationForm);
    // A name alone, as in a selector of labels, is that of a member that items have.
    if (sign === undefined) return path && presentCriterion(path);
    return compileComparison(path, sign, readValues(sign === ":"));
  }

  /** `equals(status,"open")`, `or(equals(a,1),equals(b,2))`. */
  function readCall(name: string): Criterion | undefined {
    if (/^(and|or)$/i.test(name)) return readSeveral(readTerm, commaForm, /^or$/i.test(name) ? matchAny : matchAll);
    const path = pathOf(unquoteLiteral(takeMatch(valueForm) ?? ""));
    if (takeMatch(commaForm) === undefined) return undefined;
    return compileComparison(path, name, readValues(true));
  }

  function closed(criterion: Criterion | undefined): Criterion | undefined {
    if (takeMatch(closeForm) === undefined) return undefined;
    return criterion;
  }

  /** A value, or those of a list. */
  function readValues(isBareList: boolean): readonly string[] {
    const isListed = takeMatch(listForm) !== undefined;
    const values: string[] = [];
    do {
      const start = position;
      const value = takeMatch(valueForm);
      // "status:open,name:ada": what follows the comma is another filter.
      if (value === undefined) return [];
      if (!isListed && values.length > 0 && value.includes(":")) {
        position = start - 1;
        break;
      }
      values.push(unquoteLiteral(value));
      if (!isListed && !isBareList) break;
    } while (takeMatch(commaForm) !== undefined);
    if (isListed && takeMatch(endForm) === undefined) return [];
    return values;
  }
}

function compileComparison(
  path: MemberPath | undefined,
  sign: string,
  values: readonly string[],
): Criterion | undefined {
  const relation = relationNamed(sign);
  const isUnclear = !path || !relation || values.length === 0 || values.length > MAX_PARTS;
  if (isUnclear) return undefined;
  return relationCriterion(path, relation, values);
}

function unquoteLiteral(text: string): string {
  if (/^["']/.test(text)) return text.slice(1, -1).replaceAll(/\\(["'\\])/g, "$1");
  return text;
}
