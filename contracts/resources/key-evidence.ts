import type { Json, JsonObject } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { join, targetPointer, tokensOf, valueAt } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { jsonOf } from "../model/success.ts";

/** What a document shows of the property that a path parameter names, beside its name. */
export interface KeyEvidence {
  /** The property that an OpenAPI link puts into the parameter. */
  readonly linked?: string;
  /** Properties whose examples are the parameter's example, or stand at the end of an example's address. */
  readonly agreed: readonly string[];
}

/** Members that hold the address of an item. */
const addresses = /^(self|href|location|ur[il]|(html|api|self)_?(ur[il]|link))$/i;

export function evidenceOf(contract: Contract, operations: readonly Operation[], parameter: string): KeyEvidence {
  const linked = linksOf(contract)
    .filter(
      ({ target, name }) => name === parameter && operations.some(({ id, pointer }) => [id, pointer].includes(target)),
    )
    .map(({ property }) => property)[0];
  const sent = new Set(operations.flatMap((operation) => examplesOfParameter(contract, operation, parameter)));
  const agreed = operations
    .flatMap(({ responses }) => responses.filter(({ status }) => status.startsWith("2")))
    .flatMap(({ content }) => Object.values(jsonOf(content)?.examples ?? {}))
    .filter(isObject)
    .flatMap((example) => agreedIn(example, sent));
  return { agreed, ...(linked !== undefined && { linked }) };
}

function agreedIn(example: JsonObject, sent: ReadonlySet<string>): string[] {
  const ends = Object.entries(example).flatMap(([name, value]) =>
    addresses.test(name) && typeof value === "string" && value.includes("/") ? [endOf(value)] : [],
  );
  return Object.entries(example).flatMap(([name, value]) =>
    isId(value) && (sent.has(String(value)) || ends.includes(String(value))) ? [name] : [],
  );
}

function examplesOfParameter(contract: Contract, { parameters }: Operation, parameter: string): string[] {
  return parameters
    .filter((each) => each.in === "path" && each.name === parameter)
    .flatMap(({ pointer, schema }) => {
      const written = valueAt(contract.document, pointer);
      const { example, examples } = isObject(written) ? written : {};
      const named = isObject(examples)
        ? Object.values(examples).map((each) => (isObject(each) ? each["value"] : each))
        : [];
      const inSchema =
        isObject(schema.value) && Array.isArray(schema.value["examples"]) ? schema.value["examples"] : [];
      return [example, ...named, ...(inSchema as readonly Json[])].filter(isId).map(String);
    });
}

function isId(value: Json | undefined): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The last segment of an address. */
function endOf(address: string): string {
  const path = address.split(/[?#]/, 1)[0]?.replace(/(\.json|\/)$/, "") ?? "";
  return path.slice(path.lastIndexOf("/") + 1);
}

interface Link {
  /** The `operationId`, or the pointer of the operation. */
  readonly target: string;
  /** The parameter that it fills. */
  readonly name: string;
  readonly property: string;
}

const known = new WeakMap<Contract, readonly Link[]>();

/** What the links of a contract take out of answers. */
function linksOf(contract: Contract): readonly Link[] {
  let links = known.get(contract);
  if (!links) known.set(contract, (links = contract.operations.flatMap((operation) => linksIn(contract, operation))));
  return links;
}

function linksIn({ document }: Contract, { responses }: Operation): Link[] {
  return responses
    .flatMap(({ pointer }) => Object.values(membersAt(document, join(pointer, "links"))))
    .map((link) =>
      isObject(link) && typeof link["$ref"] === "string" ? valueAt(document, targetPointer(link["$ref"])) : link,
    )
    .filter((link) => isObject(link))
    .flatMap(({ operationId, operationRef, parameters }) => {
      const target =
        typeof operationId === "string"
          ? operationId
          : typeof operationRef === "string"
            ? operationRef.replace(/^[^#]*#/, "")
            : undefined;
      if (target === undefined || !isObject(parameters)) return [];
      return Object.entries(parameters).flatMap(([name, expression]) => {
        const taken = typeof expression === "string" ? /^\$response\.body#(\/.+)$/.exec(expression)?.[1] : undefined;
        if (taken === undefined) return [];
        return [{ target, name: name.replace(/^path\./, ""), property: tokensOf(taken).join(".") }];
      });
    });
}

function membersAt(document: JsonObject, pointer: string): JsonObject {
  const found = valueAt(document, pointer);
  return isObject(found) ? found : {};
}
