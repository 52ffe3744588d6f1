import { type Change, type Played, parameterStep } from "../../compat/index.ts";
import {
  type Contract,
  type Json,
  createParameterReader,
  createRouter,
  decodeSegment,
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
  { method, url, headers }: MockRequest,
  step: string,
): { readonly value: string | undefined } | undefined {
  const [path = "", query = ""] = url.split("?");
  const match = createRouter(contract.operations).match(method, path);
  if (!match || !("operation" in match)) return undefined;
  const parameter = match.operation.parameters.find((one) => step === parameterStep(one));
  if (!parameter) return undefined;
  const { in: place, name } = parameter;
  const reader = createParameterReader(contract, parameter);
  if (place === "query") return textOf(reader.fromPairs(readQuery(query)));
  const text = place === "path" ? decodeSegment(match.parameters[name] ?? "") : headers[name.toLowerCase()];
  return text === undefined ? undefined : textOf(reader.fromText(text));
}

function textOf(value: Json | undefined): { readonly value: string | undefined } {
  return { value: value === undefined ? undefined : JSON.stringify(value) };
}
