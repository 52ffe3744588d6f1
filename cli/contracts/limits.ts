import { type Json, type JsonObject, compareDecimals, parseDecimal } from "../../contracts/index.ts";
import { isExactNumber, textOfValue } from "./value-text.ts";

/** Text for the constraints of schemas that apply to one value: "at least 1", "matches ^a". */
export function limitsText(schemas: readonly JsonObject[]): string {
  const patterns = schemas.flatMap(({ pattern }) => (typeof pattern === "string" ? [`matches ${pattern}`] : []));
  const multiples = schemas.flatMap(({ multipleOf }) =>
    multipleOf === undefined ? [] : [`a multiple of ${textOfValue(multipleOf)}`],
  );
  const texts = [
    rangeText(greatestLimit(schemas, "minimum"), smallestLimit(schemas, "maximum"), ""),
    limitText("more than", greatestLimit(schemas, "exclusiveMinimum")),
    limitText("less than", smallestLimit(schemas, "exclusiveMaximum")),
    rangeText(greatestLimit(schemas, "minLength"), smallestLimit(schemas, "maxLength"), "characters"),
    rangeText(greatestLimit(schemas, "minItems"), smallestLimit(schemas, "maxItems"), "items"),
    rangeText(greatestLimit(schemas, "minProperties"), smallestLimit(schemas, "maxProperties"), "members"),
    ...multiples,
    schemas.some(({ uniqueItems }) => uniqueItems === true) ? "all different" : "",
    ...patterns,
  ];
  return [...new Set(texts)].filter((text) => text !== "").join(", ");
}

function rangeText(from: string | undefined, to: string | undefined, unit: string): string {
  if (from === undefined && to === undefined) return "";
  const range =
    from === to
      ? `${from}`
      : to === undefined
        ? `at least ${from}`
        : from === undefined
          ? `at most ${to}`
          : `${from} to ${to}`;
  return unit === "" ? range : `${range} ${unit}`;
}

function limitText(words: string, limit: string | undefined): string {
  if (limit === undefined) return "";
  return `${words} ${limit}`;
}

/** Strictest of several lower limits. */
function greatestLimit(schemas: readonly JsonObject[], keyword: string): string | undefined {
  return listLimits(schemas, keyword).at(-1);
}

function smallestLimit(schemas: readonly JsonObject[], keyword: string): string | undefined {
  return listLimits(schemas, keyword)[0];
}

/** Values of a keyword in some schemas, as written, in ascending order. */
function listLimits(schemas: readonly JsonObject[], keyword: string): readonly string[] {
  return schemas
    .flatMap((schema) => {
      const limit: Json | undefined = schema[keyword];
      if (limit !== undefined && isExactNumber(limit)) return [textOfValue(limit)];
      return [];
    })
    .toSorted((one, other) => {
      const [smaller, larger] = [parseDecimal(one), parseDecimal(other)];
      if (smaller && larger) return compareDecimals(smaller, larger);
      return 0;
    });
}
