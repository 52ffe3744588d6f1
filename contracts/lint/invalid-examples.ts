import type { Contract, MediaType, Operation, Schema } from "../model/contract.ts";
import { readForm } from "../http/form.ts";
import { visitTree } from "../schema/document-tree.ts";
import { type Example, examplesAt, examplesOfSchema } from "../schema/examples/examples-at.ts";
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
export function invalidExamplesIn(contract: Contract): InvalidExample[] {
  const invalidExamples = new Map<string, InvalidExample>();
  contract.operations.forEach((operation) => checkExchange(operation));
  // Only providers send the bodies of webhooks.
  contract.webhooks.forEach((webhook) => checkExchange(webhook, ["response"]));
  visitTree(contract.document, "document", (node, kind, pointer) => {
    if (kind === "schema") examplesOfSchema(node, pointer).forEach((example) => check(example, pointer));
  });
  return [...invalidExamples.values()];

  function checkExchange(
    { parameters, body, responses }: Pick<Operation, "parameters" | "body" | "responses">,
    directions?: readonly Direction[],
  ): void {
    const ofResponses = responses.flatMap(({ headers, content }) => [...headers, ...content]);
    for (const part of [...parameters, ...(body?.content ?? []), ...ofResponses]) checkPart(part, directions);
  }

  function checkPart(
    part: { readonly pointer: string; readonly schema?: Schema; readonly mediaType?: string },
    directions?: readonly Direction[],
  ): void {
    const { pointer, schema, mediaType } = part;
    if (!schema) return;
    const isForm = mediaType === "application/x-www-form-urlencoded";
    // Examples of other media types are text.
    if (mediaType !== undefined && !isForm && !isJson(mediaType)) return;
    // A parameter with `content` has its examples beside the schema.
    const holders = new Set([pointer, schema.pointer.replace(/\/schema$/, "")]);
    for (const example of [...holders].flatMap((holder) => examplesAt(contract, holder))) {
      const { value } = example;
      const isFormText = isForm && typeof value === "string";
      const read = isFormText ? readForm(contract, schema.value, value, (part as MediaType).encodings) : value;
      check({ ...example, value: read }, schema.pointer, directions);
    }
  }

  function check({ name, pointer, value }: Example, schema: string, directions?: readonly Direction[]): void {
    const [first, ...others] = violationsOfExample(contract, schema, value, directions);
    if (first) invalidExamples.set(pointer, { name, pointer, violations: [first, ...others] });
  }
}
