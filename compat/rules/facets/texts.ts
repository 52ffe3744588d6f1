import { type Json, fitsFormat } from "../../../contracts/index.ts";
import type { Difference, Facet } from "../support/facet-rule.ts";
import { internationalFormatsOf } from "../../pairing/nodes/international-formats.ts";
import { intersection } from "../../schema/types.ts";
import type { SchemaNode } from "../../pairing/nodes/subjects.ts";
import { keywordFacet, schemaKeywordFacet } from "./keyword-facet.ts";

const wider: Readonly<Record<string, string>> = { int32: "int64", float: "double" };

/** Greatest number of a width. A double holds all numbers that JSON programs exchange (RFC 8259, section 6). */
const greatest: Readonly<Record<string, number>> = {
  int32: 2 ** 31 - 1,
  int64: 2 ** 63 - 1,
  float: 3.4028234663852886e38,
};

/** Numbers that need the wider format. */
const beyond: Readonly<Record<string, string>> = { int32: "2147483648", int64: "9223372036854775808", float: "1e39" };

/** Formats that only advise programs how to show or store a value (OpenAPI 3.0, section 4.4). */
const hints: ReadonlySet<unknown> = new Set(["password", "double"]);

/** Formats of numbers include each other; formats of texts do not. */
const formats = keywordFacet("format", {
  nothing: (name, node) => refusesNothing(String(name), node),
  weaker: (one, other) => wider[other as string] === one,
  refused(value, node) {
    const texts = internationalFormatsOf(node).map(({ text }) => text);
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
  const limit = greatest[name];
  if (limit !== undefined)
    return (
      !types.includes("string") && name !== "float" && (values ? listedWithin(values, limit) : isWithin(node, limit))
    );
  if (fitsFormat(name, "") === undefined) return false;
  if (!types.includes("string")) return true;
  return values !== undefined && [...values.values()].every((one) => typeof one !== "string" || fitsFormat(name, one));
}

function listedWithin(values: ReadonlyMap<string, Json>, limit: number): boolean {
  return [...values.values()].every((one) => typeof one !== "number" || Math.abs(one) <= limit);
}

function isWithin(node: SchemaNode, limit: number): boolean {
  const { lower, upper } = rangeOf(node);
  return lower >= -limit - 1 && upper <= limit;
}

function rangeOf({ all }: SchemaNode): { readonly lower: number; readonly upper: number } {
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
  if (difference.effect !== (isIn ? "shrank" : "grew")) return difference;
  const narrow = names.find((one) => one !== undefined && Object.hasOwn(beyond, one) && isWider(names, wider[one]));
  if (narrow === undefined || !accepts(isIn ? base : revision, Number(beyond[narrow]))) return difference;
  return { ...difference, unproven: `Shown by ${beyond[narrow]}: validators do not check the width of a number` };
}

function isUnknown(name: string): boolean {
  return fitsFormat(name, "") === undefined && !Object.hasOwn(greatest, name);
}

/** Checks if one side has the wider format, or none. */
function isWider(both: readonly (string | undefined)[], wide: string | undefined): boolean {
  return both.some((one) => one === wide || one === undefined);
}

/** Checks that a node surely accepts a large number. */
function accepts(node: SchemaNode, large: number): boolean {
  const isNumber = node.types.some((type) => type === "number" || type === "integer");
  const isPlain = ["multipleOf", "not"].every((keyword) => node.all(keyword).length === 0);
  return isNumber && !node.values && isPlain && rangeOf(node).upper > large;
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
      return isSame ? compare(withoutBase64(base), withoutBase64(revision)) : compare(base, revision);
    },
  };
}

function isBase64({ all }: SchemaNode): boolean {
  return Object.entries(base64).some(([keyword, word]) => all(keyword).some(({ value }) => value === word));
}

function withoutBase64(node: SchemaNode): SchemaNode {
  return { ...node, all: (keyword) => node.all(keyword).filter(({ value }) => value !== base64[keyword]) };
}
