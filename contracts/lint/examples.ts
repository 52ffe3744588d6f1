import type { Json, JsonObject } from "../model/json.ts";
import type { Body, Contract, MediaType, Response, Schema } from "../model/contract.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { isObject, visitTree } from "../model/shapes.ts";
import { isJson } from "../model/success.ts";
import { type Direction, type Violation, validatorOf } from "../schema/validator.ts";

/** A documented example that its schema does not accept. */
export interface Misfit {
  readonly name: string;
  readonly pointer: string;
  readonly violations: readonly [Violation, ...Violation[]];
}

interface Example {
  readonly name: string;
  readonly pointer: string;
  readonly value: Json;
}

/** Every example of a contract that does not fit: of bodies, parameters and headers in the direction they travel, of schemas in either. */
export function misfitsIn(contract: Contract): Misfit[] {
  const misfits = new Map<string, Misfit>();
  for (const { parameters, body, responses } of contract.operations)
    checkExchange(parameters, body, responses, "request");
  for (const { parameters, body, responses } of contract.webhooks)
    checkExchange(parameters, body, responses, "response");
  visitTree(contract.document, "document", (node, kind, pointer) => {
    if (kind === "schema")
      schemaExamples(node, pointer).forEach((example) => check(example, pointer, ["request", "response"]));
  });
  return [...misfits.values()];

  /** A webhook is sent by the provider, so its request travels as a response does. */
  function checkExchange(
    parameters: readonly { readonly pointer: string; readonly schema: Schema }[],
    body: Body | undefined,
    responses: readonly Response[],
    direction: Direction,
  ): void {
    const back = direction === "request" ? "response" : "request";
    parameters.forEach((parameter) => checkAt(parameter, direction));
    body?.content.filter(isStructured).forEach((media) => checkAt(media, direction));
    for (const { headers, content } of responses) {
      headers.forEach((header) => checkAt(header, back));
      content.filter(isStructured).forEach((media) => checkAt(media, back));
    }
  }

  function checkAt(
    { pointer, schema }: { readonly pointer: string; readonly schema?: Schema },
    direction: Direction,
  ): void {
    if (schema)
      examplesAt(contract.document, pointer).forEach((example) => check(example, schema.pointer, [direction]));
  }

  function check(example: Example, schema: string, directions: readonly Direction[]): void {
    const verdicts = directions.map((direction) => validatorOf(contract, schema, direction)(example.value));
    const [first, ...others] = verdicts[0] as readonly Violation[];
    if (first && verdicts.every((violations) => violations.length > 0))
      misfits.set(example.pointer, { name: example.name, pointer: example.pointer, violations: [first, ...others] });
  }
}

/** Whether examples of a media type are values of its schema; others are text that a schema does not describe. */
function isStructured({ mediaType }: MediaType): boolean {
  return isJson(mediaType) || mediaType === "application/x-www-form-urlencoded";
}

function schemaExamples({ examples }: JsonObject, pointer: string): Example[] {
  if (!Array.isArray(examples)) return [];
  return examples.map((value, index) => ({ name: String(index), pointer: join(pointer, "examples", index), value }));
}

/** The `example` and the `examples` of a media type, parameter or header. */
function examplesAt(document: JsonObject, pointer: string): Example[] {
  const node = valueAt(document, pointer);
  if (!isObject(node)) return [];
  const single = node["example"];
  const named = isObject(node["examples"]) ? Object.entries(node["examples"]) : [];
  return [
    ...(single === undefined ? [] : [{ name: "default", pointer: join(pointer, "example"), value: single }]),
    ...named.flatMap(([name, entry]) => {
      const at =
        isObject(entry) && typeof entry["$ref"] === "string"
          ? targetPointer(entry["$ref"])
          : join(pointer, "examples", name);
      const value = valueAt(document, join(at, "value"));
      return value === undefined ? [] : [{ name, pointer: join(at, "value"), value }];
    }),
  ];
}
