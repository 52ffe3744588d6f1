import { type Json, fitsFormat } from "../../../contracts/index.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import { findIntegerRange, integerRanges } from "../../pairing/nodes/integer-range.ts";
import { internationalFormats, listInternationalFormats } from "../../pairing/nodes/international-formats.ts";
import { intersection } from "../../schema/types.ts";
import type { SchemaNode } from "../../pairing/nodes/subjects.ts";
import { keywordFacet, schemaKeywordFacet } from "./keyword-facet.ts";

/** Formats of texts that accept all texts of another one, and more. */
const widerTexts: Readonly<Record<string, readonly string[]>> = {
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
  email: ["idn-email"],
  hostname: ["idn-hostname"],
};

/** Checks that a format accepts all values of another one. */
function isWider(wide: string, narrow: string): boolean {
  const [outer, inner] = [integerRanges[wide], integerRanges[narrow]];
  if (outer && inner) return outer.minimum <= inner.minimum && outer.exclusiveMaximum >= inner.exclusiveMaximum;
  return Object.hasOwn(widerTexts, narrow) && widerTexts[narrow]?.includes(wide) === true;
}

/**
 * Number that a format does not hold and that a node surely accepts. A double holds all numbers that JSON programs
 * exchange (RFC 8259, section 6).
 */
function numberBeyond(narrow: string | undefined, node: SchemaNode): string | undefined {
  if (narrow === "float") return acceptsNumber(node, 1e39) ? "1e39" : undefined;
  const { minimum, exclusiveMaximum } = integerRanges[narrow ?? ""] ?? {};
  if (minimum === undefined || exclusiveMaximum === undefined) return undefined;
  // In JavaScript, -(2 ** 63) - 1 is the same number as -(2 ** 63).
  const numbers = [exclusiveMaximum, minimum - 1].filter((one) => one !== minimum);
  const number = numbers.find((one) => acceptsNumber(node, one));
  if (number === undefined) return undefined;
  return BigInt(number).toString();
}

/** Formats that only advise programs how to show or store a value (OpenAPI 3.0, section 4.4). */
const hints: ReadonlySet<unknown> = new Set(["password", "double"]);

const formats = keywordFacet("format", {
  nothing: (name, node) => refusesNothing(String(name), node),
  weaker: (one, other) => isWider(String(one), String(other)),
  refused(value, node) {
    const texts = listInternationalFormats(node).map(({ text }) => text);
    return { not: { format: value }, ...(texts.length > 0 && { enum: texts }) };
  },
});

export const format = besideBase64({
  ...formats,
  compare(base, revision) {
    // If the type changed, the format changed with it.
    if (intersection(base.types, revision.types).every((type) => type === "null")) return [];
    return formats.compare(base, revision).map((one) => withReason(one, base, revision));
  },
});

/** Checks that a format refuses no value of a node: values of other types, listed values, and numbers within limits. */
function refusesNothing(name: string, node: SchemaNode): boolean {
  if (hints.has(name)) return true;
  const { types, values } = node;
  const range = integerRanges[name];
  if (range && !types.includes("string")) {
    const { lower, upper } = values ? rangeOfListed(values) : computeNumberRange(node);
    return lower >= range.minimum && upper <= range.exclusiveMaximum - 1;
  }
  if (fitsFormat(name, "") === undefined) return false;
  if (!types.includes("string")) return true;
  return values !== undefined && [...values.values()].every((one) => typeof one !== "string" || fitsFormat(name, one));
}

interface Range {
  readonly lower: number;
  readonly upper: number;
}

function rangeOfListed(values: ReadonlyMap<string, Json>): Range {
  const numbers = [...values.values()].filter((one) => typeof one === "number");
  return { lower: Math.min(...numbers), upper: Math.max(...numbers) };
}

function computeNumberRange({ all }: SchemaNode): Range {
  const numbers = (...names: string[]): number[] =>
    names.flatMap((name) => all(name)).flatMap(({ value }) => (typeof value === "number" ? value : []));
  return {
    lower: Math.max(-Infinity, ...numbers("minimum", "exclusiveMinimum")),
    upper: Math.min(Infinity, ...numbers("maximum", "exclusiveMaximum")),
  };
}

/** Adds the reason for the verdict if no validator can show the difference. */
function withReason(difference: Difference, base: SchemaNode, revision: SchemaNode): Difference {
  const isIn = base.polarity === "in";
  const names = [difference.before, difference.after].map((one) => one && String(one.value));
  if (names.every((name) => name !== undefined && isUnknown(name)))
    return { ...difference, unproven: "A change from one name of a format to another is breaking by name" };
  const unknown = names.find((name) => name !== undefined && isUnknown(name));
  if (unknown !== undefined)
    return { ...difference, isUncompared: true, note: `No document says which values the format "${unknown}" refuses` };
  if (difference.effect === (isIn ? "grew" : "shrank")) {
    const isWidened = isIn && names.every((name) => name !== undefined);
    if (isWidened) return { ...difference, concern: "constraint" };
    return difference;
  }
  const [narrow, node] = isIn ? [names[1], base] : [names[0], revision];
  const number = numberBeyond(narrow, node);
  const text = textBeyond(narrow, node);
  if (number === undefined && text === undefined) return difference;
  const unproven =
    text === undefined
      ? `Shown by ${number}: validators do not check the width of a number`
      : `Shown by "${text}": validators do not check the format "${narrow}"`;
  return { ...difference, unproven };
}

/** Text of an international format of a node that another international format refuses. */
function textBeyond(narrow: string | undefined, node: SchemaNode): string | undefined {
  const { pattern } = internationalFormats[narrow ?? ""] ?? {};
  const isPlain = ["pattern", "not", "minLength", "maxLength"].every((keyword) => node.all(keyword).length === 0);
  if (pattern === undefined || node.values || !isPlain) return undefined;
  return listInternationalFormats(node).find(({ text }) => !new RegExp(pattern, "u").test(text))?.text;
}

function isUnknown(name: string): boolean {
  const isKnown = [integerRanges, internationalFormats].some((formatsByName) => Object.hasOwn(formatsByName, name));
  return !isKnown && name !== "float" && fitsFormat(name, "") === undefined;
}

/** Checks that a node surely accepts a number. */
function acceptsNumber(node: SchemaNode, number: number): boolean {
  const isNumber = node.types.some((type) => type === "number" || type === "integer");
  const isPlain = ["multipleOf", "not"].every((keyword) => node.all(keyword).length === 0);
  const { lower, upper } = computeNumberRange(node);
  const { minimum = -Infinity, exclusiveMaximum = Infinity } = findIntegerRange(node) ?? {};
  return (
    isNumber &&
    !node.values &&
    isPlain &&
    upper > number &&
    lower < number &&
    minimum <= number &&
    number < exclusiveMaximum
  );
}

const keywords = ["contentMediaType", "contentEncoding", "contentSchema"].map((keyword) =>
  keyword === "contentSchema" ? schemaKeywordFacet(keyword) : keywordFacet(keyword),
);

const byName = "No value was found that shows it; a change of content is breaking by name";

/** Encoded content of a text. Each keyword is reported by its own name. */
export const content = besideBase64({
  name: '"contentMediaType"',
  compare: (base, revision) =>
    keywords.flatMap(({ name, compare }) => compare(base, revision).map((one) => ({ ...one, name, unproven: byName }))),
});

/** Base64 is a format in OpenAPI 3.0 ("byte"), and an encoding in 3.1. */
const base64: Readonly<Record<string, string>> = { format: "byte", contentEncoding: "base64" };

/** Ignores the difference between the two notations of base64. */
function besideBase64({ name, compare }: Facet): Facet {
  return {
    name,
    compare(base, revision) {
      const isSame = isBase64(base) && isBase64(revision);
      if (isSame) return compare(withoutBase64(base), withoutBase64(revision));
      return compare(base, revision);
    },
  };
}

function isBase64({ all }: SchemaNode): boolean {
  return Object.entries(base64).some(([keyword, word]) => all(keyword).some(({ value }) => value === word));
}

function withoutBase64(node: SchemaNode): SchemaNode {
  return { ...node, all: (keyword) => node.all(keyword).filter(({ value }) => value !== base64[keyword]) };
}
