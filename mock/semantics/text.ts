import {
  type Contract,
  type Json,
  type JsonSchema,
  type Schema,
  acceptorOf,
  createTextReader,
  typesOf,
  writeText,
} from "../../contracts/index.ts";

/**
 * Reads text as a value of its schema: of "12", an integer where the schema asks for one. Nothing where the schema is
 * of objects or lists alone, which say how markup and the like are built, not how they are written.
 */
export function textReader(contract: Contract, schema: JsonSchema = true): ((text: string) => Json) | undefined {
  const isText = typesOf(contract, schema).some((type) => type !== "object" && type !== "array");
  return isText ? createTextReader(contract, schema) : undefined;
}

/** The first of some values that fits a schema as text, else a sample of it; where nothing fits, the first. */
export function fittingText(
  contract: Contract,
  schema: Schema | undefined,
  {
    known,
    sample,
  }: { readonly known: readonly (Json | undefined)[]; readonly sample: (schema: Schema) => Json | undefined },
): string {
  const texts = known.filter(isScalar).map(writeText);
  const read = schema && textReader(contract, schema.value);
  if (!read) return texts[0] ?? "";
  const accepts = acceptorOf(contract, schema.pointer, "response");
  const fitting = texts.find((text) => accepts(read(text)));
  if (fitting !== undefined) return fitting;
  const made = sample(schema);
  return isScalar(made) ? writeText(made) : (texts[0] ?? "");
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return value !== undefined && value !== null && typeof value !== "object";
}
