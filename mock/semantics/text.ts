import {
  type Contract,
  type Json,
  type JsonSchema,
  type Schema,
  getAcceptor,
  createTextReader,
  listJsonTypes,
  writeText,
} from "../../contracts/index.ts";

/**
 * Reader of text as a value of its schema: "12" is an integer if the schema requires one. Undefined if the schema allows
 * only objects or lists: such a schema describes the structure of markup, not its text.
 */
export function textReader(contract: Contract, schema: JsonSchema = true): ((text: string) => Json) | undefined {
  const isText = listJsonTypes(contract, schema).some((type) => type !== "object" && type !== "array");
  if (isText) return createTextReader(contract, schema);
  return undefined;
}

/**
 * Text of the first known value that matches a schema. Without one, a generated value. Undefined if no value was found
 * that matches.
 */
export function textMatching(
  contract: Contract,
  schema: Schema | undefined,
  {
    known,
    sample,
  }: { readonly known: readonly (Json | undefined)[]; readonly sample: (schema: Schema) => Json | undefined },
): string | undefined {
  const texts = known.filter(isScalarValue).map(writeText);
  const read = schema && textReader(contract, schema.value);
  if (!read) return texts[0] ?? "";
  const accepts = getAcceptor(contract, schema.pointer, "response");
  const matching = texts.find((text) => accepts(read(text)));
  if (matching !== undefined) return matching;
  const generated = sample(schema);
  if (isScalarValue(generated)) return writeText(generated);
  return undefined;
}

function isScalarValue(value: Json | undefined): value is string | number | boolean {
  return value !== undefined && value !== null && typeof value !== "object";
}
