import {
  type Contract,
  type Json,
  type JsonSchema,
  type Operation,
  isJson,
  jsonOf,
  responseFor,
} from "../../contracts/index.ts";
import { MASK, isSecretPlace, maskForms, maskHeaders, maskText, maskValue } from "../../contracts/secrets/index.ts";
import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";
import type { RequestViolation } from "../model/problem.ts";
import type { JournalEntry, JournalMessage, Recorded } from "./entry.ts";
import { outlineOf } from "./outline.ts";

const textTypes = /^text\/|[/+](json|xml|x-www-form-urlencoded|javascript|graphql|yaml)$/;

/** A recorded exchange as the journal shows it: read, and without its secrets. */
export function readEntry(recorded: Recorded, number: number): JournalEntry {
  const { request, response, plan, refusal, mockError, lengths, assumedViolations } = recorded;
  const { operation, contract } = plan ?? { operation: undefined, contract: undefined };
  const contracts = contract ? [contract] : recorded.contracts;
  const sent = requestSchema(operation);
  const told = (refusal?.violations ?? []).map((violation) => withoutSecrets(violation, contract, sent));
  // What the request is refused for is repeated in the answer, in words that the contract chose.
  const echoed = (refusal?.violations ?? []).flatMap(({ got }, index) => (told[index]?.got === got ? [] : [got]));
  const hide = (text: string): string => echoed.reduce((shown, got) => shown.replaceAll(got, MASK), text);
  return {
    number,
    ...outlineOf(recorded),
    ...(mockError && { reason: mockError.reason }),
    ...(refusal && { reason: maskForms(hide(refusal.refused)) }),
    ...(refusal?.violations && { violations: told }),
    ...(assumedViolations && {
      assumedViolations: assumedViolations.map((violation) => withoutSecrets(violation, contract, sent)),
    }),
    request: messageOf(request, { operation, contract, contracts, schema: sent, length: lengths?.request }),
    response: hidden(
      messageOf(response, {
        operation,
        contract,
        contracts,
        length: lengths?.response,
        schema: operation && jsonOf(responseFor(operation, response.status)?.content ?? [])?.schema?.value,
      }),
      hide,
    ),
  };
}

interface Known {
  readonly operation: Operation | undefined;
  readonly contract: Contract | undefined;
  /** Those whose credentials may be in the headers. */
  readonly contracts: readonly Contract[];
  readonly schema: JsonSchema | undefined;
  /** How long the body was, where it may have been cut. */
  readonly length: number | undefined;
}

function messageOf(
  { headers, body: bytes = noBody }: MockRequest | MockResponse,
  { operation, contract, contracts, schema, length = bytes.length }: Known,
): JournalMessage {
  const shown = { headers: maskHeaders(headers, operation, contracts), bytes: length };
  if (bytes.length === 0) return shown;
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isCut = length > bytes.length;
  const couldBeJson = type === "" || isJson(type);
  const value = !isCut && couldBeJson ? parseJsonBody(bytes) : undefined;
  if (value !== undefined) return { ...shown, body: maskValue(value, contract, schema) };
  const isText = type === "" || textTypes.test(type);
  return {
    ...shown,
    ...(isText && { body: maskText(Buffer.from(bytes).toString(), contract) }),
    ...(couldBeJson && !isCut && { isText: true }),
    ...(isCut && { isCut }),
  };
}

function requestSchema(operation: Operation | undefined): JsonSchema | undefined {
  return operation?.body && jsonOf(operation.body.content)?.schema?.value;
}

/**
 * A violation that shows nothing of a secret. What stands around one, as a whole or as text that is no
 * JSON, is not shown either: the body is, beside it.
 */
function withoutSecrets(
  violation: RequestViolation,
  contract: Contract | undefined,
  schema: JsonSchema | undefined,
): RequestViolation {
  const isBody = violation.in === "body";
  const isSecret =
    isSecretPlace(violation.pointer, isBody ? contract : undefined, schema) ||
    /^[[{]/.test(violation.got) ||
    (isBody && violation.expected === "JSON");
  const got = isSecret && violation.got !== "" ? MASK : maskForms(violation.got);
  return got === violation.got ? violation : { ...violation, got };
}

function hidden(message: JournalMessage, hide: (text: string) => string): JournalMessage {
  return message.body === undefined ? message : { ...message, body: hiddenIn(message.body, hide) };
}

function hiddenIn(value: Json, hide: (text: string) => string): Json {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item: Json) => hiddenIn(item, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hiddenIn(member, hide)]));
}
