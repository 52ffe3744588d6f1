import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Body, Contract, MediaType, Response, Schema } from "../model/contract.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { visitTree } from "../schema/document-tree.ts";
import { isJson } from "../model/success.ts";
import { acceptedByAll } from "../schema/accepted-by-all.ts";
import { type Direction, type Violation, violationsOnce } from "../schema/validator.ts";

/** Documented example that its schema rejects. */
export interface InvalidExample {
  readonly name: string;
  readonly pointer: string;
  readonly violations: readonly [Violation, ...Violation[]];
}

interface Example {
  readonly name: string;
  readonly pointer: string;
  readonly value: Json;
}

/**
 * All invalid examples of a contract. Examples of bodies, parameters and headers are validated in the direction in
 * which they are sent, examples of schemas in either direction.
 */
export function invalidExamplesIn(contract: Contract): InvalidExample[] {
  const invalidExamples = new Map<string, InvalidExample>();
  for (const { parameters, body, responses } of contract.operations)
    checkExchange(parameters, body, responses, "request");
  for (const { parameters, body, responses } of contract.webhooks)
    checkExchange(parameters, body, responses, "response");
  visitTree(contract.document, "document", (node, kind, pointer) => {
    if (kind === "schema")
      schemaExamples(node, pointer).forEach((example) => check(example, pointer, ["request", "response"]));
  });
  return [...invalidExamples.values()];

  /**
   * Validates the examples of an operation or webhook. The request of a webhook has the direction of a response,
   * because the provider sends it.
   */
  function checkExchange(
    parameters: readonly { readonly pointer: string; readonly schema: Schema }[],
    body: Body | undefined,
    responses: readonly Response[],
    direction: Direction,
  ): void {
    const oppositeDirection = direction === "request" ? "response" : "request";
    parameters.forEach((parameter) => checkAt(parameter, direction));
    body?.content.filter(hasJsonExamples).forEach((media) => checkAt(media, direction));
    for (const { headers, content } of responses) {
      headers.forEach((header) => checkAt(header, oppositeDirection));
      content.filter(hasJsonExamples).forEach((media) => checkAt(media, oppositeDirection));
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
    const { value } = example;
    const whole = valueAt(contract.document, schema) as JsonSchema | undefined;
    // Most examples fit, which shows without a compiled validator.
    if (whole !== undefined && directions.some((each) => acceptedByAll(contract, [whole], each, value) === true))
      return;
    const verdicts = directions.map((direction) => violationsOnce(contract, schema, direction, value));
    const [first, ...others] = verdicts[0] as readonly Violation[];
    if (first && verdicts.every((violations) => violations.length > 0))
      invalidExamples.set(example.pointer, {
        name: example.name,
        pointer: example.pointer,
        violations: [first, ...others],
      });
  }
}

/** Checks that the examples of a media type are values of its schema. Examples of other media types are text. */
function hasJsonExamples({ mediaType }: MediaType): boolean {
  return isJson(mediaType) || mediaType === "application/x-www-form-urlencoded";
}

function schemaExamples({ examples }: JsonObject, pointer: string): Example[] {
  if (!Array.isArray(examples)) return [];
  return examples.map((value, index) => ({ name: String(index), pointer: join(pointer, "examples", index), value }));
}

/** Values of `example` and `examples` of a media type, parameter or header. */
function examplesAt(document: JsonObject, pointer: string): Example[] {
  const node = valueAt(document, pointer);
  if (!isObject(node)) return [];
  const single = node["example"];
  const namedExamples = isObject(node["examples"]) ? Object.entries(node["examples"]) : [];
  return [
    ...(single === undefined ? [] : [{ name: "default", pointer: join(pointer, "example"), value: single }]),
    ...namedExamples.flatMap(([name, entry]) => {
      const at =
        isObject(entry) && typeof entry["$ref"] === "string"
          ? targetPointer(entry["$ref"])
          : join(pointer, "examples", name);
      const value = valueAt(document, join(at, "value"));
      return value === undefined ? [] : [{ name, pointer: join(at, "value"), value }];
    }),
  ];
}
