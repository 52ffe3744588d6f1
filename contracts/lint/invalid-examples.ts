import type { Contract, MediaType, Operation, Parameter } from "../model/contract.ts";
import { decodeExample } from "../http/decode-example.ts";
import { headerParameter } from "../http/parameter.ts";
import { readForm } from "../http/form.ts";
import { visitTree } from "../schema/document-tree.ts";
import { type Example, listExamples, examplesOfSchema } from "../schema/examples/list-examples.ts";
import { isJson } from "../model/success.ts";
import type { Direction, Violation } from "../schema/validator.ts";
import { violationsOfExample } from "../schema/examples/violations-of-example.ts";

/** Documented example that its schema rejects. */
export interface InvalidExample {
  readonly name: string;
  readonly pointer: string;
  readonly violations: readonly [Violation, ...Violation[]];
}

/** All invalid examples of a contract: of bodies, parameters, headers and schemas. */
export function findInvalidExamples(contract: Contract): InvalidExample[] {
  const invalidExamples = new Map<string, InvalidExample>();
  contract.operations.forEach((operation) => checkExchange(operation));
  // Only providers send the bodies of webhooks.
  contract.webhooks.forEach((webhook) => checkExchange(webhook, ["response"]));
  visitTree(contract.document, "document", (node, kind, pointer) => {
    if (kind === "schema") examplesOfSchema(node, pointer).forEach((example) => checkExample(example, pointer));
  });
  return [...invalidExamples.values()];

  function checkExchange(
    { parameters, body, responses }: Pick<Operation, "parameters" | "body" | "responses">,
    directions?: readonly Direction[],
  ): void {
    for (const part of [...(body?.content ?? []), ...responses.flatMap(({ content }) => content)])
      checkPart(part, directions);
    for (const part of [...parameters, ...responses.flatMap(({ headers }) => headers).map(headerParameter)])
      checkParameter(part, directions);
  }

  function checkParameter(parameter: Parameter, directions?: readonly Direction[]): void {
    const { pointer, schema, mediaType } = parameter;
    if (mediaType !== undefined && !isJson(mediaType)) return;
    // A parameter with `content` has its examples beside the schema.
    const holders = new Set([pointer, schema.pointer.replace(/\/schema$/, "")]);
    for (const example of [...holders].flatMap((holder) => listExamples(contract, holder)))
      checkExample(
        { ...example, value: decodeExample(contract, parameter, example.value) },
        schema.pointer,
        directions,
      );
  }

  function checkPart({ pointer, schema, mediaType, encodings }: MediaType, directions?: readonly Direction[]): void {
    if (!schema) return;
    const isForm = mediaType === "application/x-www-form-urlencoded";
    // Examples of other media types are text.
    if (!isForm && !isJson(mediaType)) return;
    for (const example of listExamples(contract, pointer)) {
      const { value } = example;
      const isFormText = isForm && typeof value === "string";
      const read = isFormText ? readForm(contract, schema.value, value, encodings) : value;
      checkExample({ ...example, value: read }, schema.pointer, directions);
    }
  }

  function checkExample({ name, pointer, value }: Example, schema: string, directions?: readonly Direction[]): void {
    const [first, ...others] = violationsOfExample(contract, schema, value, directions);
    if (first) invalidExamples.set(pointer, { name, pointer, violations: [first, ...others] });
  }
}
