import type { Json, JsonObject } from "../../contracts/index.ts";

/** What schemas that speak of one value ask of it beside its type, in words. */
export function limitsText(schemas: readonly JsonObject[]): string {
  const patterns = schemas.flatMap(({ pattern }) => (typeof pattern === "string" ? [`matches ${pattern}`] : []));
  const multiples = schemas.flatMap(({ multipleOf }) =>
    multipleOf === undefined ? [] : [`a multiple of ${multipleOf as number}`],
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

function span(from: number | undefined, to: number | undefined, unit: string): string {
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

function beyond(words: string, limit: number | undefined): string {
  return limit === undefined ? "" : `${words} ${limit}`;
}

/** Of several limits, the strictest one holds. */
function most(schemas: readonly JsonObject[], keyword: string): number | undefined {
  const found = numbers(schemas, keyword);
  return found.length === 0 ? undefined : Math.max(...found);
}

function least(schemas: readonly JsonObject[], keyword: string): number | undefined {
  const found = numbers(schemas, keyword);
  return found.length === 0 ? undefined : Math.min(...found);
}

function numbers(schemas: readonly JsonObject[], keyword: string): number[] {
  return schemas.flatMap((schema) => {
    const limit: Json | undefined = schema[keyword];
    return typeof limit === "number" ? [limit] : [];
  });
}
