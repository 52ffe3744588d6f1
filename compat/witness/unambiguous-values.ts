import type { JsonObject, JsonSchema, MediaType, Parameter } from "../../contracts/index.ts";

/** Delimiters of list items by style. An item can contain the delimiter as text. */
const delimiters: Readonly<Record<string, string>> = {
  form: ",",
  simple: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
};

/** Schema of all values except null, which has no text form. */
const nonNull: JsonObject = { type: ["string", "number", "boolean", "object", "array"] };

/** Schema of the parameter values that survive writing and reading: no list item is null or contains the delimiter. */
export function unambiguousText({
  mediaType,
  style,
  explode,
}: Pick<Parameter, "mediaType" | "style" | "explode">): JsonSchema {
  if (mediaType === undefined)
    return { ...nonNull, additionalProperties: nonNull, items: createItemSchema(style, explode) };
  return true;
}

/** Schema of the form fields that survive writing and reading; undefined if the body is not a form. */
export function unambiguousForm({ mediaType, encodings = {} }: MediaType): JsonSchema | undefined {
  if (!/^(multipart\/|application\/x-www-form-urlencoded$)/.test(mediaType)) return undefined;
  const lists = Object.entries(encodings).flatMap(([name, { style, explode = true }]) =>
    style === undefined ? [] : [[name, { ...nonNull, items: createItemSchema(style, explode) }] as const],
  );
  return { properties: Object.fromEntries(lists), additionalProperties: { ...nonNull, items: nonNull } };
}

function createItemSchema(style: string, explode: boolean): JsonObject {
  const delimiter = explode && style !== "simple" ? undefined : delimiters[style];
  if (delimiter === undefined) return nonNull;
  return { ...nonNull, pattern: `^[^${delimiter}]*$` };
}
