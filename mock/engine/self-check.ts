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
  jsonOf,
  responseFor,
  statedAcceptorOf,
  validatorOf,
  mediaTypeCovers,
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
  misfits(contract: Contract, operation: Operation, response: MockResponse): readonly string[];
  /**
   * Stops checking assumed constraints of bodies, because a request that violates some was accepted, and responses show
   * its values.
   */
  loosen(): void;
}

/**
 * Creates the self-check. Assumed constraints are not checked if there is state from before, or none can be read: it may
 * hold values of requests that violated them.
 */
export function createSelfCheck(store: Pick<Store, "organizations">): SelfCheck {
  let isLoose = false;
  void look().catch(() => (isLoose = true));
  return {
    misfits: (contract, operation, response) => misfitsOf(contract, operation, response, isLoose),
    loosen: () => (isLoose = true),
  };

  async function look(): Promise<void> {
    const known = await store.organizations();
    isLoose ||= known.length > 0;
  }
}

/** Violations of the contract by a response, in words. Empty for a valid response. */
export function misfitsOf(contract: Contract, operation: Operation, response: MockResponse, isLoose = false): string[] {
  const { status, headers } = response;
  const documented = responseFor(operation, status);
  const hasSuccess = operation.responses.some((each) => /^([23]|default)/.test(each.status));
  // A refusal need not be documented if it is a problem document, or an error response of GraphQL.
  const isKnown = documented !== undefined || status >= 400 || (!hasSuccess && status === 200);
  return [
    ...(/^(stated|assumed)$/.test(headers["concord-basis"] ?? "") || !hasMarkers(contract.document)
      ? []
      : ["It has no basis"]),
    ...(isKnown ? [] : [`Status ${status} is not documented`]),
    ...(documented ? headerMisfits(contract, documented, headers) : []),
    ...bodyMisfits(contract, documented, response, isLoose),
  ].map((text) => `${operation.name}: ${text}`);
}

function headerMisfits(contract: Contract, documented: Response, headers: MockResponse["headers"]): string[] {
  return documented.headers.flatMap((header) => {
    const text = headers[header.name];
    if (text === undefined)
      return header.required && header.name !== "content-length" ? [`${header.name} is missing`] : [];
    if (text.includes("%")) return [];
    const parameter = headerParameter(header);
    const value = createParameterReader(contract, parameter).fromText(text);
    const validate = validatorOf(contract, header.schema.pointer, "response");
    return validate(value).map(({ expected }) => `${header.name} is not ${expected}`);
  });
}

function bodyMisfits(
  contract: Contract,
  documented: Response | undefined,
  { status, headers, body }: MockResponse,
  isLoose: boolean,
): string[] {
  const text = Buffer.from(body).toString();
  const type = headers["content-type"];
  if (status === 204 || status === 304) return text === "" ? [] : ["There is a body where there can be none"];
  const content = nonStreamingMedia(documented?.content ?? []);
  if (content.length === 0)
    return status < 400 ? (text === "" ? [] : ["There is a body of no form"]) : refusalMisfits(type, text);
  const media = content.find(({ mediaType }) => mediaTypeCovers(mediaType, type ?? ""));
  if (!media) return text === "" && type === undefined ? [] : [`${type} is not documented`];
  if (!isJson(type ?? "")) return type?.startsWith("text/") ? textMisfits(contract, media, text) : [];
  const value = parseJsonBody(text);
  if (value === undefined) return ["The body is not JSON"];
  const { schema, basis } = jsonOf(content) ?? media;
  if (!schema) return [];
  const misfits = valueMisfits(contract, schema, value);
  const isAssumed = misfits.length > 0 && isLoose && statedAcceptorOf(contract, schema, basis, "response")(value);
  return isAssumed ? [] : misfits;
}

function textMisfits(contract: Contract, { schema }: MediaType, text: string): string[] {
  const read = schema && textReader(contract, schema.value);
  return read ? valueMisfits(contract, schema, read(text)) : [];
}

function valueMisfits(contract: Contract, schema: Schema, value: Json): string[] {
  const found = validatorOf(contract, schema.pointer, "response")(value);
  return found.map(({ pointer, expected, got }) => `${pointer} is ${got}, not ${expected}`);
}

/** Required members of refusals that no contract documents, by media type. */
const refusals: Readonly<Record<string, readonly string[]>> = {
  [problemType]: ["type", "title", "status", "detail"],
  [graphqlType]: ["errors"],
  "application/json": ["errors"],
};

function refusalMisfits(type: string | undefined, text: string): string[] {
  const value = parseJsonBody(text);
  const members = refusals[type ?? ""];
  const isRefusal = isObject(value) && members?.every((name) => Object.hasOwn(value, name));
  return isRefusal ? [] : ["It is no problem document"];
}
