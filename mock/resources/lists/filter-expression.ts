import type { Json } from "../../../contracts/index.ts";

/** A comparison in the text of a filter. */
export interface Comparison {
  /** Name or path of a member: "status", "profile.email". */
  readonly field: string;
  readonly relation: "=" | ">" | ">=" | "<" | "<=";
  /** Values of which the member has one. A bound has one. */
  readonly values: readonly string[];
}

const relations: Readonly<Record<string, Comparison["relation"]>> = {
  eq: "=",
  equals: "=",
  "=": "=",
  "==": "=",
  ":": "=",
  any: "=",
  in: "=",
  gt: ">",
  "greater-than": ">",
  ">": ">",
  ge: ">=",
  gte: ">=",
  "greater-or-equal": ">=",
  ">=": ">=",
  lt: "<",
  "less-than": "<",
  "<": "<",
  le: "<=",
  lte: "<=",
  "less-or-equal": "<=",
  "<=": "<=",
};

const callForm = /^([\w-]+)\(\s*"?([\w.$-]+)"?\s*,\s*(.+)\)$/s;
const wordForm = /^([\w.$-]+)\s+([a-z]+)\s+(.+)$/is;
const signForm = /^([\w.$-]+)\s*(==|>=|<=|=|>|<|:)\s*(.+)$/s;

/**
 * Reads the text of a filter: `equals(status,"open")`, `status eq "open" and total gt 5` (SCIM), `status:open`,
 * `status=="open"`. Comparisons are joined by "and" or commas. Undefined if a part has another form, such as "or".
 */
export function readFilterExpression(text: Json): readonly Comparison[] | undefined {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  const comparisons = splitOutside(text).map(readComparison);
  return comparisons.every((each) => each !== undefined) ? comparisons : undefined;
}

function readComparison(text: string): Comparison | undefined {
  const call = callForm.exec(text);
  const infix = wordForm.exec(text) ?? signForm.exec(text);
  const [field, operator, operand] = call ? [call[2], call[1], call[3]] : [infix?.[1], infix?.[2], infix?.[3]];
  const relation = relations[(operator ?? "").toLowerCase()];
  if (field === undefined || operand === undefined || relation === undefined) return undefined;
  const list = /^[[(](.*)[\])]$/s.exec(operand.trim())?.[1];
  const values = (list === undefined ? [operand] : splitOutside(list)).map(unquoted);
  const isWhole = values.every((value) => value !== undefined);
  return isWhole && (relation === "=" || values.length === 1) ? { field, relation, values } : undefined;
}

/** The text in quotes, or one plain word. Undefined for several words, whose meaning is unclear. */
function unquoted(text: string): string | undefined {
  const [, quote, inner] = /^(["'])((?:\\.|(?!\1)[^\\])*)\1$/s.exec(text.trim()) ?? [];
  if (quote !== undefined) return inner?.replaceAll(`\\${quote}`, quote);
  return /^[^\s"'()[\]]+$/.test(text.trim()) ? text.trim() : undefined;
}

/** Splits a text at commas and "and" that are outside of quotes and parentheses. */
function splitOutside(text: string): string[] {
  const parts = [""];
  let [depth, quote] = [0, ""];
  for (const token of text.match(/\s+and\s+|\\.|./gis) ?? []) {
    const isSeparator = token === "," || /^\s+and\s+$/i.test(token);
    if (quote === "" && depth === 0 && isSeparator) {
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
