import { keyword } from "./keyword.ts";
import { isSchema, isString } from "./well-formed.ts";

export const contentMediaType = keyword<string>({
  name: "contentMediaType",
  type: "string",
  isAnnotation: true,
  isNewIn31: true,
  isWellFormed: isString,
});

export const contentEncoding = keyword<string>({
  name: "contentEncoding",
  type: "string",
  isAnnotation: true,
  isNewIn31: true,
  isWellFormed: isString,
});

export const contentSchema = keyword({
  name: "contentSchema",
  type: "string",
  isAnnotation: true,
  isNewIn31: true,
  subschemas: { form: "one", of: "content" },
  isWellFormed: isSchema,
});
