import type { Json } from "../model/json.ts";
import type { Contract, Parameter } from "../model/contract.ts";
import { violationsOfExample } from "../schema/examples/violations-of-example.ts";
import { type Pairs, type ParameterReader, createParameterReader } from "./parameter.ts";
import { decodeSegment, readQuery } from "./query.ts";
import { readableSchema } from "./readable-schema.ts";

type ExampleParameter = Pick<Parameter, "name" | "in" | "style" | "explode" | "mediaType" | "schema">;

/**
 * Value of an example of a parameter or header. A text that its schema rejects may be written in the encoding of the
 * parameter, such as "a,b" for a list (OpenAPI 3.1, 4.8.12.2). An example that cannot be read stays as it is.
 */
export function decodeExample(contract: Contract, parameter: ExampleParameter, example: Json): Json {
  const fitsParameter = (value: Json): boolean =>
    violationsOfExample(contract, parameter.schema.pointer, value).length === 0;
  if (typeof example !== "string" || fitsParameter(example)) return example;
  return listReadings(contract, parameter, example).find(fitsParameter) ?? example;
}

/** Values that a text can be in the encoding of a parameter, with and without percent-encoding and its name. */
function listReadings(contract: Contract, parameter: ExampleParameter, text: string): Json[] {
  const reader = createParameterReader(contract, parameter);
  const texts = [...new Set([text, decodeSegment(text) ?? text])];
  if (parameter.mediaType === undefined && (parameter.in === "path" || parameter.in === "header"))
    return texts.map((each) => reader.fromText(each));
  const named = readQuery(parameter.in === "cookie" ? text.replaceAll(/; ?/g, "&") : text.replace(/^\?/, ""));
  const pairLists: Pairs[] = [
    ...texts.map((each): Pairs => [[parameter.name, each]]),
    ...(isReadWhole(contract, parameter, named, reader) ? [named] : []),
  ];
  return pairLists.map((pairs) => reader.fromPairs(pairs)).filter((value) => value !== undefined);
}

/** True if a parameter reads all pairs, so that nothing of an example is ignored. */
function isReadWhole(
  contract: Contract,
  { name, style, schema }: ExampleParameter,
  pairs: Pairs,
  { times }: ParameterReader,
): boolean {
  if (times === "once") return pairs.length === 1 && pairs[0]?.[0] === name;
  return pairs.every(
    ([key]) =>
      key === name ||
      (style === "deepObject" ? key.startsWith(`${name}[`) : readableSchema(contract, schema.value).declares(key)),
  );
}
