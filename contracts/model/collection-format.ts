import type { JsonObject } from "./contract.ts";

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
  if (place === "formData") return { ...parameter, collectionFormat: format };
  const style = place === "query" && format !== "tsv" ? undefined : delimited[format];
  return style === undefined ? parameter : { ...parameter, style, explode: false };
}
