import type { JsonObject, JsonSchema, MediaType, Parameter } from "../../contracts/index.ts";

/** What stands between the items of a list in the styles of which it may be part of a text as well. */
const delimiters: Readonly<Record<string, string>> = {
  form: ",",
  simple: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
};

/** What has a form in a text: null has none. */
const some: JsonObject = { type: ["string", "number", "boolean", "object", "array"] };

/** What is known again of a parameter: no item of a list is null, or has what stands between them. */
export function apartFor({
  mediaType,
  style,
  explode,
}: Pick<Parameter, "mediaType" | "style" | "explode">): JsonSchema {
  return mediaType === undefined ? { ...some, additionalProperties: some, items: itemOf(style, explode) } : true;
}

/** The same of the fields of a form; nothing where a body is none. */
export function apartInForm({ mediaType, encodings = {} }: MediaType): JsonSchema | undefined {
  if (!/^(multipart\/|application\/x-www-form-urlencoded$)/.test(mediaType)) return undefined;
  const lists = Object.entries(encodings).flatMap(([name, { style, explode = true }]) =>
    style === undefined ? [] : [[name, { ...some, items: itemOf(style, explode) }] as const],
  );
  return { properties: Object.fromEntries(lists), additionalProperties: { ...some, items: some } };
}

function itemOf(style: string, explode: boolean): JsonObject {
  const delimiter = explode && style !== "simple" ? undefined : delimiters[style];
  return delimiter === undefined ? some : { ...some, pattern: `^[^${delimiter}]*$` };
}
