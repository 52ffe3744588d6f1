import type { Json } from "../../../contracts/index.ts";
import { type FilterRelation, relationNamed } from "./filter-relations.ts";

/** A comparison in the text of a filter. */
export interface Comparison {
  /** Name or path of a member: "status", "profile.email". */
  readonly field: string;
  readonly relation: FilterRelation;
  /** Values of which the member has one. A bound has one, a check for presence none. */
  readonly values: readonly string[];
}

/** The text of a filter as comparisons that are joined. */
export type FilterExpression =
  | Comparison
  | { readonly all: readonly FilterExpression[] }
  | { readonly any: readonly FilterExpression[] }
  | { readonly not: FilterExpression };

const callForm = /^([\w-]+)\((.*)\)$/s;
const presenceForm = /^([\w.$/-]+)\s+(pr|exists)$/i;
const wordForm = /^([\w.$/-]+)\s+(not\s+in|[a-z]+)\s+(.+)$/is;
const colonForm = /^([\w.$/-]+):([a-z_]+):(.*)$/is;
const signForm = /^([\w.$/-]+)\s*(==|!=|<>|>=|<=|=~|\^=|\$=|\*=|=|~|>|<|:)\s*(.+)$/s;
const bareForm = /^(!?)\s*([\w.$/-]+)$/;

/** Words that join comparisons, the loosest first. */
const joiners = [
  ["any", /^(\s+or\s+|\|\|)$/i],
  ["all", /^(\s+and\s+|&&)$/i],
  ["all", /^;$/],
  ["all", /^\|$/],
  ["all", /^,$/],
] as const;

/**
 * Reads the text of a filter: `equals(status,"open")`, `status eq "open" and (total gt 5 or not total pr)` (SCIM, OData),
 * `status:open`, `name:cn:ada|total:ge:5`, `status=="open"`. Undefined if a part has another form.
 */
export function readFilterExpression(text: Json): FilterExpression | undefined {
  return readWhole(text, readComparison);
}

/** Reads a selector of labels: `env=prod,tier in (a,b)`, `env`, `!env`. */
export function readLabelSelector(text: Json): FilterExpression | undefined {
  return readWhole(text, readLabel);
}

/**
 * Maximum number of characters that are looked at for one filter. Each level of parentheses is read again, so a deep one
 * uses it up, and is not understood.
 */
const MAX_READ = 200_000;

/** Reading of one text of a client. */
interface Reading {
  readonly readOne: (text: string, reading: Reading) => FilterExpression | undefined;
  /** Characters that may still be looked at. */
  left: number;
}

function readWhole(text: Json, readOne: Reading["readOne"]): FilterExpression | undefined {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  return readPart(text, { readOne, left: MAX_READ });
}

function readPart(text: string, reading: Reading): FilterExpression | undefined {
  const whole = text.trim();
  reading.left -= whole.length * joiners.length;
  if (reading.left < 0) return undefined;
  for (const [kind, joiner] of joiners) {
    const texts = splitAt(whole, joiner);
    if (texts.length === 1) continue;
    const parts = texts.map((each) => readPart(each, reading));
    if (parts.every((part) => part !== undefined)) return kind === "any" ? { any: parts } : { all: parts };
  }
  const negated = /^(?:not\s+|not(?=\()|!(?=\s*\())(.+)$/is.exec(whole)?.[1];
  const inner = negated === undefined ? undefined : readPart(negated, reading);
  if (negated !== undefined) return inner && { not: inner };
  const isInParentheses = /^\(.*\)$/s.test(whole) && splitAt(whole.slice(1, -1), /^\)$/).length === 1;
  return isInParentheses ? readPart(whole.slice(1, -1), reading) : reading.readOne(whole, reading);
}

function readLabel(text: string, reading: Reading): FilterExpression | undefined {
  const [, mark = "", field] = bareForm.exec(text) ?? [];
  if (field === undefined) return readComparison(text, reading);
  const isPresent: Comparison = { field, relation: "present", values: [] };
  return mark === "" ? isPresent : { not: isPresent };
}

function readComparison(text: string, reading: Reading): FilterExpression | undefined {
  const [, name, inside = ""] = callForm.exec(text) ?? [];
  if (name !== undefined) return readCall(name, inside, reading);
  const [, present] = presenceForm.exec(text) ?? [];
  if (present !== undefined) return { field: present, relation: "present", values: [] };
  const [, field = "", word = "", values = ""] = colonForm.exec(text) ?? [];
  const ofColons = relationNamed(word);
  if (ofColons)
    return comparison(
      field,
      ofColons,
      splitAt(values, /^[,|]$/).map((each) => unquoted(each) ?? each),
    );
  const [, subject = "", sign = "", operand = ""] = wordForm.exec(text) ?? signForm.exec(text) ?? [];
  const relation = relationNamed(sign);
  return relation && comparison(subject, relation, valuesIn(operand, sign === ":"));
}

/** `equals(status,"open")`, `contains(name,'ada')`, `or(equals(a,1),equals(b,2))`. */
function readCall(name: string, inside: string, reading: Reading): FilterExpression | undefined {
  const parts = splitAt(inside, /^,$/);
  if (/^(and|or)$/i.test(name)) {
    const inner = parts.map((part) => readPart(part, reading));
    if (inner.some((part) => part === undefined)) return undefined;
    const all = inner as FilterExpression[];
    return /^or$/i.test(name) ? { any: all } : { all };
  }
  const [field = "", ...operands] = parts;
  const relation = relationNamed(name);
  const isField = /^"?[\w.$-]+"?$/.test(field);
  if (!relation || !isField || operands.length === 0) return undefined;
  return comparison(field.replaceAll('"', ""), relation, valuesIn(operands.join(",")));
}

function comparison(
  field: string,
  relation: FilterRelation,
  values: readonly (string | undefined)[],
): Comparison | undefined {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0 || known.length < values.length) return undefined;
  return /[<>]/.test(relation) && known.length > 1 ? undefined : { field, relation, values: known };
}

/** The values of an operand: one, or those of a list in parentheses or brackets. */
function valuesIn(operand: string, mayListBare = false): readonly (string | undefined)[] {
  const list = /^[[(](.*)[\])]$/s.exec(operand.trim())?.[1];
  const isBareList = mayListBare && list === undefined;
  const texts = isBareList ? splitAt(operand, /^[,|]$/) : list === undefined ? [operand] : splitAt(list, /^,$/);
  return texts.map(unquoted);
}

/** The text in quotes, or one plain word. Undefined for several words, whose meaning is unclear. */
function unquoted(text: string): string | undefined {
  const [, quote, inner] = /^(["'])((?:\\.|(?!\1)[^\\])*)\1$/s.exec(text.trim()) ?? [];
  if (quote !== undefined) return inner?.replaceAll(`\\${quote}`, quote);
  return /^[^\s"'()[\]]+$/.test(text.trim()) ? text.trim() : undefined;
}

/** Splits a text at separators that are outside of quotes and parentheses. */
function splitAt(text: string, separator: RegExp): string[] {
  const parts = [""];
  let [depth, quote] = [0, ""];
  for (const token of text.match(/\s+(?:and|or)\s+|\|\||&&|\\.|./gis) ?? []) {
    if (quote === "" && depth === 0 && separator.test(token)) {
      parts.push("");
      continue;
    }
    if (quote === "" && /^["']$/.test(token)) quote = token;
    else if (token === quote) quote = "";
    if (quote === "") depth += { "(": 1, "[": 1, ")": -1, "]": -1 }[token] ?? 0;
    parts[parts.length - 1] += token;
  }
  return parts.map((part) => part.trim());
}
