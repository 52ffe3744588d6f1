import { type Change, type Played, parameterStep, stepsIn } from "../../compat/index.ts";
import {
  type Contract,
  type Json,
  type Operation,
  createParameterReader,
  createRouter,
  decodeSegment,
  isObject,
  readForm,
  readQuery,
} from "../../contracts/index.ts";
import type { MockRequest } from "../../mock/index.ts";
import type { Answer } from "./answer.ts";

/** What both sides answered to one request, each by its contracts. */
export interface Asked {
  readonly base: readonly [readonly Contract[], Answer];
  readonly revision: readonly [readonly Contract[], Answer];
}

/**
 * What both sides read of the parameter that a change is about, by the reader that mocks have: an answer does not show
 * it. Undefined where it is the same, or is not known.
 */
export function readDifferently({ path }: Change, sent: MockRequest, { base, revision }: Asked): Played | undefined {
  const [one, other] = [base, revision].map(([contracts, { line }]) => {
    const found = contracts.map((contract) => readingOf(contract, sent, path)).find((each) => each !== undefined);
    return found && { value: found.value, line: `${line}, reading ${found.value ?? "nothing"} as ${path}` };
  });
  if (!one || !other || one.value === other.value) return undefined;
  return { base: one.line, revision: other.line, confirmed: true };
}

/** The JSON text of what a contract reads of a request at "query.ids"; undefined where it has no such parameter. */
function readingOf(
  contract: Contract,
  { method, url, headers, body }: MockRequest,
  step: string,
): { readonly value: string | undefined } | undefined {
  const [, query = ""] = url.split("?");
  const match = createRouter(contract.operations).match(method, url, headers);
  if (!match || !("operation" in match)) return undefined;
  const parameter = match.operation.parameters.find((one) => step === parameterStep(one));
  if (!parameter) return fieldIn(contract, match.operation, { headers, body, step });
  const { in: place, name } = parameter;
  const reader = createParameterReader(contract, parameter);
  if (place === "query") return textOf(reader.fromPairs(readQuery(query)));
  const text = place === "path" ? decodeSegment(match.parameters[name] ?? "") : headers[name.toLowerCase()];
  return text === undefined ? undefined : textOf(reader.fromText(text));
}

/** The same of the field of a form, at "body.tags". */
function fieldIn(
  contract: Contract,
  operation: Operation,
  { headers, body, step }: Pick<MockRequest, "headers" | "body"> & { readonly step: string },
): ReturnType<typeof readingOf> {
  const media = operation.body?.content.find(({ mediaType }) => mediaType === headers["content-type"]);
  const [field] = (step.startsWith("body") && stepsIn(step.slice("body".length))) || [];
  if (media?.mediaType !== "application/x-www-form-urlencoded" || !body || !field || !("name" in field))
    return undefined;
  const form = readForm(contract, media.schema?.value ?? true, Buffer.from(body).toString(), media.encodings);
  return textOf(isObject(form) ? form[field.name] : undefined);
}

function textOf(value: Json | undefined): { readonly value: string | undefined } {
  return { value: value === undefined ? undefined : JSON.stringify(value) };
}
