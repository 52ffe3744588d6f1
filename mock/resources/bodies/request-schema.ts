import { type JsonSchema, type Operation, jsonOf } from "../../../contracts/index.ts";

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/)/;

/** The schema of a request: of JSON, or of the fields of a form. */
export function requestSchemaOf({ body }: Operation): JsonSchema {
  const content = body?.content ?? [];
  const media = jsonOf(content) ?? content.find(({ mediaType }) => formTypes.test(mediaType));
  return media?.schema?.value ?? false;
}
