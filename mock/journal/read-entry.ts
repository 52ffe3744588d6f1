import {
  type Contract,
  type Json,
  type JsonSchema,
  type Operation,
  isJson,
  findJsonMedia,
  findResponse,
} from "../../contracts/index.ts";
import {
  MASK,
  isSecretPlace,
  maskForms,
  maskHeadersByContract,
  maskText,
  maskValue,
} from "../../contracts/secrets/index.ts";
import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";
import type { RequestViolation } from "../model/problem.ts";
import type { JournalEntry, JournalMessage, RecordedExchange } from "./entry.ts";
import { summarizeExchange } from "./exchange-summary.ts";

const textTypes = /^text\/|[/+](json|xml|x-www-form-urlencoded|javascript|graphql|yaml)$/;

/** Journal entry of a recorded exchange: parses bodies and masks secrets. */
export function readJournalEntry(recorded: RecordedExchange, number: number): JournalEntry {
  const { request, response, plan, refusal, mockError, lengths, assumedViolations } = recorded;
  const { operation, contract } = plan ?? { operation: undefined, contract: undefined };
  const contracts = contract ? [contract] : recorded.contracts;
  const schema = requestSchema(operation);
  const violations = (refusal?.violations ?? []).map((violation) => maskViolation(violation, contract, schema));
  // The response may repeat invalid values of the request in any property, so they are masked by their text.
  const echoedValues = (refusal?.violations ?? []).flatMap(({ got }, index) =>
    violations[index]?.got === got ? [] : [got],
  );
  const maskEchoes = (text: string): string => echoedValues.reduce((masked, got) => masked.replaceAll(got, MASK), text);
  return {
    number,
    ...summarizeExchange(recorded),
    ...(mockError && { reason: mockError.reason }),
    ...(refusal && { reason: maskForms(maskEchoes(refusal.refused)) }),
    ...(refusal?.violations && { violations }),
    ...(assumedViolations && {
      assumedViolations: assumedViolations.map((violation) => maskViolation(violation, contract, schema)),
    }),
    request: toJournalMessage(request, { operation, contract, contracts, schema, length: lengths?.request }),
    response: maskMessage(
      toJournalMessage(response, {
        operation,
        contract,
        contracts,
        length: lengths?.response,
        schema: operation && findJsonMedia(findResponse(operation, response.status)?.content ?? [])?.schema?.value,
      }),
      maskEchoes,
    ),
  };
}

/** Data that masking a message depends on. */
interface MessageContext {
  readonly operation: Operation | undefined;
  readonly contract: Contract | undefined;
  /** Contracts whose credentials may be in the headers. */
  readonly contracts: readonly Contract[];
  readonly schema: JsonSchema | undefined;
  /** Full length of the body. Undefined if it was not cut. */
  readonly length: number | undefined;
}

function toJournalMessage(
  { headers, body: bytes = noBody }: MockRequest | MockResponse,
  { operation, contract, contracts, schema, length = bytes.length }: MessageContext,
): JournalMessage {
  const shown = { headers: maskHeadersByContract(headers, operation, contracts), bytes: length };
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
  return operation?.body && findJsonMedia(operation.body.content)?.schema?.value;
}

/**
 * Masks the value of a violation if it is or contains a secret. Values that may contain one are objects, lists, and
 * bodies that are not JSON. The body in the same entry shows their other parts.
 */
function maskViolation(
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
  if (got === violation.got) return violation;
  return { ...violation, got };
}

function maskMessage(message: JournalMessage, mask: (text: string) => string): JournalMessage {
  if (message.body === undefined) return message;
  return { ...message, body: maskTexts(message.body, mask) };
}

function maskTexts(value: Json, mask: (text: string) => string): Json {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item: Json) => maskTexts(item, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskTexts(member, mask)]));
}
