import { type MediaType, covers, isJson, isObject } from "../contracts/index.ts";
import { isAnnotation } from "./schemas/place.ts";

/** Whether one of the media types, or of the ranges such as "text/*", has a given one in it. */
export function acceptsMediaType(types: Iterable<string>, type: string): boolean {
  return [...types].some((one) => one === type || covers(one, type));
}

/** Media types whose body is written from a value in a way that its schema is about, and ranges that may have such. */
const written = /^(multipart\/|application\/x-www-form-urlencoded$)|[/+]xml$|\*$/;

/** Whether a schema says no more than that a body is bytes, as OpenAPI 3.0 does: `type: string, format: binary`. */
export function isBytes({ mediaType, schema }: MediaType): boolean {
  if (!isObject(schema?.value) || isJson(mediaType) || written.test(mediaType)) return false;
  const { type, format, ...rest } = schema.value;
  return type === "string" && format === "binary" && Object.keys(rest).every(isAnnotation);
}
