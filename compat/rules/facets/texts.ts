import type { Difference, Facet } from "../support/facet-rule.ts";
import { internationalFormatsOf } from "../../pairing/nodes/international-formats.ts";
import { intersection } from "../../schema/types.ts";
import type { SchemaNode } from "../../pairing/nodes/subjects.ts";
import { keywordFacet, schemaKeywordFacet } from "./keyword-facet.ts";

const wider: Readonly<Record<string, string>> = { int32: "int64", float: "double" };

/** Numbers that need the wider format. */
const beyond: Readonly<Record<string, string>> = { int32: "2147483648", int64: "9223372036854775808", float: "1e39" };

/** Keywords that may refuse such a number as well. */
const limits = ["maximum", "exclusiveMaximum", "multipleOf", "not"];

/** Formats of numbers include each other; formats of texts do not. */
const formats = keywordFacet("format", {
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
    return formats.compare(base, revision).map((one) => withNote(one, base, revision));
  },
});

/** Adds a note if a number of the wider format may break a consumer. */
function withNote(difference: Difference, base: SchemaNode, revision: SchemaNode): Difference {
  const isIn = base.polarity === "in";
  if (difference.effect !== (isIn ? "shrank" : "grew")) return difference;
  const formatsOf = [difference.before, difference.after].map((one) => one && String(one.value));
  const narrow = formatsOf.find(
    (one) => one !== undefined && Object.hasOwn(beyond, one) && isWider(formatsOf, wider[one]),
  );
  if (narrow === undefined || !hasAnyNumber(isIn ? base : revision)) return difference;
  return { ...difference, note: `Shown by ${beyond[narrow]}: validators do not check the width of a number` };
}

/** Checks if one side has the wider format, or none. */
function isWider(both: readonly (string | undefined)[], wide: string | undefined): boolean {
  return both.some((one) => one === wide || one === undefined);
}

function hasAnyNumber({ types, values, all }: SchemaNode): boolean {
  const isNumber = types.some((type) => type === "number" || type === "integer");
  return isNumber && !values && limits.every((keyword) => all(keyword).length === 0);
}

const keywords = ["contentMediaType", "contentEncoding", "contentSchema"].map((keyword) =>
  keyword === "contentSchema" ? schemaKeywordFacet(keyword) : keywordFacet(keyword),
);

/** Encoded content of a text. Each keyword is reported by its own name. */
export const content = besideBase64({
  name: '"contentMediaType"',
  compare: (base, revision) =>
    keywords.flatMap(({ name, compare }) => compare(base, revision).map((one) => ({ ...one, name }))),
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
