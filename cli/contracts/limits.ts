import { type Json, type JsonObject, compareDecimals, decimalOf } from "../../contracts/index.ts";
import { isNumber, textOfValue } from "./value-text.ts";

/** What schemas that speak of one value ask of it beside its type, in words. */
export function limitsText(schemas: readonly JsonObject[]): string {
  const patterns = schemas.flatMap(({ pattern }) => (typeof pattern === "string" ? [`matches ${pattern}`] : []));
  const multiples = schemas.flatMap(({ multipleOf }) =>
    multipleOf === undefined ? [] : [`a multiple of ${textOfValue(multipleOf)}`],
  );
  const texts = [
    span(most(schemas, "minimum"), least(schemas, "maximum"), ""),
    beyond("more than", most(schemas, "exclusiveMinimum")),
    beyond("less than", least(schemas, "exclusiveMaximum")),
    span(most(schemas, "minLength"), least(schemas, "maxLength"), "characters"),
    span(most(schemas, "minItems"), least(schemas, "maxItems"), "items"),
    span(most(schemas, "minProperties"), least(schemas, "maxProperties"), "members"),
    ...multiples,
    schemas.some(({ uniqueItems }) => uniqueItems === true) ? "all different" : "",
    ...patterns,
  ];
  return [...new Set(texts)].filter((text) => text !== "").join(", ");
}

function span(from: string | undefined, to: string | undefined, unit: string): string {
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

function beyond(words: string, limit: string | undefined): string {
  return limit === undefined ? "" : `${words} ${limit}`;
}

/** Of several limits, the strictest one holds. */
function most(schemas: readonly JsonObject[], keyword: string): string | undefined {
  return limitsOf(schemas, keyword).at(-1);
}

function least(schemas: readonly JsonObject[], keyword: string): string | undefined {
  return limitsOf(schemas, keyword)[0];
}

/** The numbers that schemas have for a keyword, as they are written, the smallest first. */
function limitsOf(schemas: readonly JsonObject[], keyword: string): readonly string[] {
  return schemas
    .flatMap((schema) => {
      const limit: Json | undefined = schema[keyword];
      return limit !== undefined && isNumber(limit) ? [textOfValue(limit)] : [];
    })
    .toSorted((one, other) => {
      const [smaller, larger] = [decimalOf(one), decimalOf(other)];
      return smaller && larger ? compareDecimals(smaller, larger) : 0;
    });
}
