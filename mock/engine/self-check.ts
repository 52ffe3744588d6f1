import {
  type Contract,
  type Json,
  type MediaType,
  type Operation,
  type Response,
  type Schema,
  createParameterReader,
  hasMarkers,
  headerParameter,
  isJson,
  isObject,
  findResponse,
  createStatedAcceptor,
  validatorOf,
  chooseMediaType,
} from "../../contracts/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";
import { graphqlType, problemType } from "../model/problem.ts";
import { nonStreamingMedia } from "../semantics/streaming.ts";
import { textReader } from "../semantics/text.ts";
import type { Store } from "../state/store.ts";

/** Compares the mock's own responses with the contract before they are sent. */
export interface SelfCheck {
  /** Violations of the contract by a response, in words. */
  problems(contract: Contract, operation: Operation, response: MockResponse): readonly string[];
  /**
   * Stops checking assumed constraints of bodies, because a request that violates some was accepted, and responses show
   * its values.
   */
  allowAssumedViolations(): void;
}

/**
 * Creates the self-check. It ignores assumed constraints if the store contains state at the start, or cannot be read,
 * because that state may contain values that violate them.
 */
export function createSelfCheck(store: Pick<Store, "organizations">): SelfCheck {
  let ignoresAssumed = false;
  void checkStoredState().catch(() => (ignoresAssumed = true));
  return {
    problems: (contract, operation, response) => responseProblems(contract, operation, response, ignoresAssumed),
    allowAssumedViolations: () => (ignoresAssumed = true),
  };

  async function checkStoredState(): Promise<void> {
    const known = await store.organizations();
    ignoresAssumed ||= known.length > 0;
  }
}

/** Violations of the contract by a response, in words. Empty for a valid response. */
export function responseProblems(
  contract: Contract,
  operation: Operation,
  response: MockResponse,
  ignoresAssumed = false,
): string[] {
  const { status, headers } = response;
  const documented = findResponse(operation, status);
  const hasSuccess = operation.responses.some((each) => /^([23]|default)/.test(each.status));
  // A refusal need not be documented if it is a problem document, or an error response of GraphQL.
  const isKnown = documented !== undefined || status >= 400 || (!hasSuccess && status === 200);
  return [
    ...(/^(stated|assumed)$/.test(headers["concord-basis"] ?? "") || !hasMarkers(contract.document)
      ? []
      : ["It has no basis"]),
    ...(isKnown ? [] : [`Status ${status} is not documented`]),
    ...(documented ? headerProblems(contract, documented, headers) : []),
    ...bodyProblems(contract, documented, response, ignoresAssumed),
  ].map((text) => `${operation.name}: ${text}`);
}

function headerProblems(contract: Contract, documented: Response, headers: MockResponse["headers"]): string[] {
  return documented.headers.flatMap((header) => {
    const text = headers[header.name];
    if (text === undefined) {
      if (header.required && header.name !== "content-length") return [`${header.name} is missing`];
      return [];
    }
    if (text.includes("%")) return [];
    const parameter = headerParameter(header);
    const value = createParameterReader(contract, parameter).fromText(text);
    const validate = validatorOf(contract, header.schema.pointer, "response");
    return validate(value).map(({ expected }) => `${header.name} is not ${expected}`);
  });
}

function bodyProblems(
  contract: Contract,
  documented: Response | undefined,
  { status, headers, body }: MockResponse,
  ignoresAssumed: boolean,
): string[] {
  const text = Buffer.from(body).toString();
  const type = headers["content-type"];
  if (status === 204 || status === 304) {
    if (text === "") return [];
    return ["There is a body where there can be none"];
  }
  const content = nonStreamingMedia(documented?.content ?? []);
  if (content.length === 0) {
    if (status < 400) {
      if (text === "") return [];
      return ["There is a body of no form"];
    }
    return refusalProblems(type, text);
  }
  const media = type === undefined ? undefined : chooseMediaType(content, type);
  if (!media) {
    if (text === "" && type === undefined) return [];
    return [`${type} is not documented`];
  }
  if (!isJson(type ?? "")) {
    if (type?.startsWith("text/")) return textProblems(contract, media, text);
    return [];
  }
  const value = parseJsonBody(text);
  if (value === undefined) return ["The body is not JSON"];
  const { schema, basis } = media;
  if (!schema) return [];
  const problems = valueProblems(contract, schema, value);
  const isAssumed =
    problems.length > 0 && ignoresAssumed && createStatedAcceptor(contract, schema, basis, "response")(value);
  return isAssumed ? [] : problems;
}

function textProblems(contract: Contract, { schema }: MediaType, text: string): string[] {
  const read = schema && textReader(contract, schema.value);
  if (read) return valueProblems(contract, schema, read(text));
  return [];
}

function valueProblems(contract: Contract, schema: Schema, value: Json): string[] {
  const found = validatorOf(contract, schema.pointer, "response")(value);
  return found.map(({ pointer, expected, got }) => `${pointer} is ${got}, not ${expected}`);
}

/** Required members of refusals that no contract documents, by media type. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  [problemType]: ["type", "title", "status", "detail"],
  [graphqlType]: ["errors"],
  "application/json": ["errors"],
};

function refusalProblems(type: string | undefined, text: string): string[] {
  const value = parseJsonBody(text);
  const members = refusals[type ?? ""];
  const isRefusal = isObject(value) && members?.every((name) => Object.hasOwn(value, name));
  if (isRefusal) return [];
  return ["It is no problem document"];
}
