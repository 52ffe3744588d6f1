import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { valueAt } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { findJsonMedia } from "../model/success.ts";

/** Evidence in a document, beyond names, for the property that a path parameter refers to. */
export interface KeyEvidence {
  /**
   * Properties whose example equals the example of the parameter, or equals the last path segment of a URL in the same
   * example.
   */
  readonly sameExampleProperties: readonly string[];
  /** Examples of the path parameter, as texts. */
  readonly pathExamples: ReadonlySet<string>;
}

/** Members that hold the URL of an item. */
const urlNames = /^(self|href|location|ur[il]|(html|api|self)_?(ur[il]|link))$/i;

export function collectKeyEvidence(
  contract: Contract,
  operations: readonly Operation[],
  parameter: string,
): KeyEvidence {
  const pathExamples = new Set(operations.flatMap((operation) => examplesOfParameter(contract, operation, parameter)));
  const sameExampleProperties = operations
    .flatMap(({ responses }) => responses.filter(({ status }) => status.startsWith("2")))
    .flatMap(({ content }) => Object.values(findJsonMedia(content)?.examples ?? {}))
    .filter(isObject)
    .flatMap((example) => agreeingProperties(example, pathExamples));
  return { sameExampleProperties, pathExamples };
}

function agreeingProperties(example: JsonObject, sent: ReadonlySet<string>): string[] {
  const lastSegments = Object.entries(example).flatMap(([name, value]) =>
    urlNames.test(name) && typeof value === "string" && value.includes("/") ? [parseLastSegment(value)] : [],
  );
  return Object.entries(example).flatMap(([name, value]) =>
    isIdValue(value) && (sent.has(String(value)) || lastSegments.includes(String(value))) ? [name] : [],
  );
}

function examplesOfParameter(contract: Contract, { parameters }: Operation, parameter: string): string[] {
  return parameters
    .filter((each) => each.in === "path" && each.name === parameter)
    .flatMap(({ pointer, schema }) => {
      const written = valueAt(contract.document, pointer);
      const { example, examples } = isObject(written) ? written : {};
      const namedExamples = isObject(examples)
        ? Object.values(examples).map((each) => (isObject(each) ? each["value"] : each))
        : [];
      return [example, ...namedExamples].filter(isIdValue).map(String).concat(listIdExamples(schema.value));
    });
}

/** Examples of ids that a schema has itself, as texts. */
export function listIdExamples(schema: JsonSchema): readonly string[] {
  const examples = isObject(schema) ? schema["examples"] : undefined;
  if (Array.isArray(examples)) return (examples as readonly Json[]).filter(isIdValue).map(String);
  return [];
}

function isIdValue(value: Json | undefined): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** Last path segment of a URL. */
function parseLastSegment(address: string): string {
  const path = address.split(/[?#]/, 1)[0]?.replace(/(\.json|\/)$/, "") ?? "";
  return path.slice(path.lastIndexOf("/") + 1);
}
