import type { Json, JsonObject, JsonSchema } from "../../model/json.ts";
import type { Contract, Operation, Response } from "../../model/contract.ts";
import { oncePer } from "../../model/once-per.ts";
import { join, targetPointer, tokensOf, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";
import { jsonOf } from "../../model/success.ts";
import { propertyNamesOf } from "../../schema/schema.ts";
import { schemasAtPath } from "../steps.ts";

/** OpenAPI link of a response, which passes a member of its body to a parameter of another operation. */
interface ResponseLink {
  readonly source: Operation;
  readonly target: Operation;
  /** Path or query parameter that the link sets. */
  readonly parameter: string;
  /** Steps to the member in the body of the response. */
  readonly steps: readonly string[];
  readonly schema: JsonSchema | undefined;
}

/** A link that no body or operation of the document fits. */
interface WrongLink {
  readonly operation: Operation;
  /** Reason, as the end of a sentence. */
  readonly text: string;
}

interface Links {
  readonly links: readonly ResponseLink[];
  readonly wrong: readonly WrongLink[];
}

/** The links of all successful responses of a contract, and separately those that fit no body or operation. */
export const responseLinksIn: (contract: Contract) => Links = oncePer((contract) => {
  const links: ResponseLink[] = [];
  const wrong: WrongLink[] = [];
  for (const source of contract.operations)
    for (const response of source.responses.filter(({ status }) => status.startsWith("2")))
      for (const [name, link] of linksOfResponse(contract, response)) {
        const found = readLink(contract, { source, response }, link);
        if (typeof found === "string") wrong.push({ operation: source, text: `Its link "${name}" ${found}` });
        else links.push(...found);
      }
  return { links, wrong };
});

function linksOfResponse({ document }: Contract, { pointer }: Response): readonly (readonly [string, JsonObject])[] {
  const found = valueAt(document, join(pointer, "links"));
  return Object.entries(isObject(found) ? found : {}).flatMap(([name, link]) => {
    const isReference = isObject(link) && typeof link["$ref"] === "string";
    const whole = isReference ? valueAt(document, targetPointer(String(link["$ref"]))) : link;
    return isObject(whole) ? [[name, whole] as const] : [];
  });
}

/** The parameters that a link passes from the body. A text says why the link is wrong. */
function readLink(
  contract: Contract,
  { source, response }: { readonly source: Operation; readonly response: Response },
  { operationId, operationRef, parameters }: JsonObject,
): readonly ResponseLink[] | string {
  const name = operationId ?? operationRef;
  if (typeof name !== "string" || (operationId === undefined && !name.startsWith("#"))) return [];
  const target = contract.operations.find(({ id, pointer }) => id === name || pointer === name.slice(1));
  if (!target) return `names "${name}", which is no operation`;
  const schema = jsonOf(response.content)?.schema?.value;
  const found: ResponseLink[] = [];
  for (const [key, expression] of Object.entries(isObject(parameters) ? parameters : {})) {
    const parameter = key.replace(/^path\./, "");
    if (!target.parameters.some((each) => each.name === parameter.replace(/^(query|header|cookie)\./, "")))
      return `sets "${key}", which is no parameter of ${target.name}`;
    const steps = stepsIn(expression);
    if (steps === undefined) continue;
    if (schema !== undefined && !mayHave(contract, schema, steps))
      return `reads "${steps.join(".")}", which its body does not have`;
    found.push({ source, target, parameter, steps, schema });
  }
  return found;
}

/** Steps to a member of the body in a runtime expression: `$response.body#/data/uuid`. */
function stepsIn(expression: Json): readonly string[] | undefined {
  const [, pointer] =
    /^\{?\$response\.body#(\/[^{}]+)\}?$/.exec(typeof expression === "string" ? expression : "") ?? [];
  return pointer === undefined ? undefined : tokensOf(pointer);
}

/** True unless a schema lists the members of an object on the way, and the next one is not among them. */
function mayHave(contract: Contract, schema: JsonSchema, steps: readonly string[]): boolean {
  return steps.every((_, index) => {
    if (schemasAtPath(contract, schema, steps.slice(0, index + 1)).length > 0) return true;
    const before = schemasAtPath(contract, schema, steps.slice(0, index));
    return before.every((each) => propertyNamesOf(contract, each).size === 0);
  });
}
