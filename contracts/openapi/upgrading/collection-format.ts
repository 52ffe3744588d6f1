import { object } from "../../model/json-parts.ts";
import type { JsonObject } from "../../model/json.ts";
import { isObject } from "../../model/shapes.ts";

/** The styles of lists that the converter has none for where they are written. "tabDelimited" is in no OpenAPI 3. */
const delimited: Readonly<Record<string, string>> = {
  ssv: "spaceDelimited",
  pipes: "pipeDelimited",
  tsv: "tabDelimited",
};

/**
 * A parameter of OpenAPI 2.0 with what its list is written like, where the converter does not say it: fields of a form
 * are "csv" by default, and lists in paths and headers may be written in any style, as may those with tabs.
 */
export function withListStyle(parameter: JsonObject): JsonObject {
  const { type, in: place, collectionFormat: format = "csv" } = parameter;
  if (type !== "array" || typeof format !== "string") return parameter;
  if (place === "formData" && format !== "tsv") return { ...parameter, collectionFormat: format };
  const style = place === "query" && format !== "tsv" ? undefined : delimited[format];
  return style === undefined ? parameter : { ...parameter, style, explode: false };
}

/** A response of OpenAPI 2.0 with the same of its headers. */
export function withHeaderStyles(response: JsonObject): JsonObject {
  if (!isObject(response["headers"])) return response;
  const headers = Object.entries(response["headers"]).map(([name, header]) => {
    const { collectionFormat: _, ...written } = withListStyle(object(header));
    return [name, isObject(header) ? written : header] as const;
  });
  return { ...response, headers: Object.fromEntries(headers) };
}

/** What a header says of what stands between the items of its list: OpenAPI 3 knows commas alone. */
export function headerStyleOf({ style }: JsonObject): string {
  return Object.values(delimited).find((one) => one === style) ?? "simple";
}
