import { object } from "../../model/json-parts.ts";
import type { JsonObject } from "../../model/json.ts";
import { isObject } from "../../model/shapes.ts";

/** Styles for the formats that the converter ignores. "tabDelimited" is not part of OpenAPI 3. */
const stylesByFormat: Readonly<Record<string, string>> = {
  ssv: "spaceDelimited",
  pipes: "pipeDelimited",
  tsv: "tabDelimited",
};

/**
 * Adds the style of an OpenAPI 2.0 array parameter where the converter ignores it: form fields default to "csv", arrays
 * in paths and headers can have any format, and "tsv" is possible everywhere.
 */
export function withListStyle(parameter: JsonObject): JsonObject {
  const { type, in: place, collectionFormat: format = "csv" } = parameter;
  if (type !== "array" || typeof format !== "string") return parameter;
  if (place === "formData" && format !== "tsv") return { ...parameter, collectionFormat: format };
  const style = place === "query" && format !== "tsv" ? undefined : stylesByFormat[format];
  if (style === undefined) return parameter;
  return { ...parameter, style, explode: false };
}

/** Adds the styles of array headers to an OpenAPI 2.0 response. */
export function withHeaderStyles(response: JsonObject): JsonObject {
  if (!isObject(response["headers"])) return response;
  const headers = Object.entries(response["headers"]).map(([name, header]) => {
    const { collectionFormat: _, ...written } = withListStyle(object(header));
    return [name, isObject(header) ? written : header] as const;
  });
  return { ...response, headers: Object.fromEntries(headers) };
}

/** Returns the style of a header: "simple" (commas), or the style of a converted OpenAPI 2.0 header. */
export function readHeaderStyle({ style }: JsonObject): string {
  return Object.values(stylesByFormat).find((one) => one === style) ?? "simple";
}
