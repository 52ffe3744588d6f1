import { basicPair, malformedBasic } from "../calls/credentials.ts";
import { readClaims } from "../calls/tenant-source.ts";
import type { MockRequest } from "../model/exchange.ts";
import { type GrantType, grantTypes } from "./token-flows.ts";

/** Error of a token endpoint (RFC 6749, section 5.2). */
export interface TokenError {
  readonly error: "invalid_request" | "invalid_client" | "invalid_grant" | "invalid_scope" | "unsupported_grant_type";
  readonly description: string;
}

/** Request for a token that was read and found correct. */
export interface TokenRequest {
  readonly grant: GrantType;
  /** Undefined for a public client of the grants "password" and "refresh_token" that does not name itself. */
  readonly client: string | undefined;
  /** User name of the grant "password". */
  readonly user: string | undefined;
  readonly refreshToken: string | undefined;
  readonly scope: string | undefined;
}

/** Characters of a scope (RFC 6749, section 3.3). */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;

const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Client of a request, and true if it sent a secret. */
interface Client {
  readonly id: string | undefined;
  readonly isConfidential: boolean;
}

/** Reads a request for a token. Every client, secret, user, password and code is accepted. */
export function readTokenRequest(request: MockRequest, grants: ReadonlySet<GrantType>): TokenRequest | TokenError {
  const type = request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded")
    return createRequestFailure("The body must be a form: Content-Type: application/x-www-form-urlencoded");
  const pairs = [...new URLSearchParams(Buffer.from(request.body ?? []).toString())];
  // An empty parameter counts as absent (RFC 6749, section 3.2).
  const form = new Map(pairs.filter(([, value]) => value !== ""));
  const seen = new Set<string>();
  const repeated = pairs.find(([name]) => seen.size === seen.add(name).size);
  if (repeated) return createRequestFailure(`The parameter "${toErrorText(repeated[0])}" occurs more than once`);
  const client = readClient(request, form);
  if ("error" in client) return client;
  const name = form.get("grant_type");
  if (name === undefined) return createRequestFailure('The parameter "grant_type" is missing');
  const grant = grantTypes.find((each) => each === name);
  if (grant === undefined || !grants.has(grant))
    return {
      error: "unsupported_grant_type",
      description: `The grant types at this path are ${[...grants].join(", ")}, not "${toErrorText(name)}"`,
    };
  const scope = form.get("scope");
  if (scope !== undefined && !scopeForm.test(scope))
    return { error: "invalid_scope", description: "The scope must be a list of names with one space between them" };
  const problem = checkGrant(grant, client, form);
  if (problem) return problem;
  const user = grant === "password" ? form.get("username") : undefined;
  const refreshToken = grant === "refresh_token" ? form.get("refresh_token") : undefined;
  return { grant, client: client.id, user, refreshToken, scope };
}

/** Parameters that a grant requires besides its name. */
const required: Readonly<Record<GrantType, readonly string[]>> = {
  client_credentials: [],
  password: ["username", "password"],
  authorization_code: ["code"],
  refresh_token: ["refresh_token"],
};

function checkGrant(grant: GrantType, client: Client, form: ReadonlyMap<string, string>): TokenError | undefined {
  if (grant === "client_credentials" && !client.isConfidential)
    return createClientFailure(
      "Send the client's id and secret, as HTTP Basic or as client_id and client_secret in the body",
    );
  if (grant === "authorization_code" && client.id === undefined)
    return createClientFailure("Send the client's id, as client_id in the body or as HTTP Basic");
  const absent = required[grant].find((name) => !form.has(name));
  if (absent === undefined) return undefined;
  return createRequestFailure(`The parameter "${absent}" is missing`);
}

/** Client of a request (RFC 6749, section 2.3; RFC 7523, section 2.2). */
function readClient({ headers }: MockRequest, form: ReadonlyMap<string, string>): Client | TokenError {
  const header = headers["authorization"];
  const [id, secret, assertion] = ["client_id", "client_secret", "client_assertion"].map((name) => form.get(name));
  if (header !== undefined) {
    const malformed = malformedBasic(header);
    if (malformed) return createClientFailure(malformed.malformed);
    const pair = basicPair(header)?.map(decodeFormText);
    if (!pair?.[0]) return createClientFailure("The header Authorization must be HTTP Basic with the client's id");
    if (secret !== undefined || assertion !== undefined)
      return createRequestFailure("The client must authenticate in one way, not in the header and in the body");
    if (id !== undefined && id !== pair[0])
      return createRequestFailure('"client_id" is not the client of the header Authorization');
    return { id: pair[0], isConfidential: pair[1] !== "" };
  }
  if (assertion !== undefined) {
    if (secret !== undefined)
      return createRequestFailure("The client must authenticate in one way, not with a secret and a JWT");
    const subject = form.get("client_assertion_type") === assertionType ? readSubject(assertion) : undefined;
    if (subject === undefined)
      return createClientFailure(`"client_assertion" must be a JWT with "sub", of the type ${assertionType}`);
    return { id: subject, isConfidential: true };
  }
  if (secret !== undefined && id === undefined) return createClientFailure('"client_secret" needs "client_id"');
  return { id, isConfidential: secret !== undefined };
}

/** Subject of a JWT, which is not verified. */
function readSubject(token: string): string | undefined {
  const subject = readClaims(token)?.["sub"];
  if (typeof subject === "string" && subject !== "") return subject;
  return undefined;
}

/** Id and secret are encoded as in a form before HTTP Basic (RFC 6749, section 2.3.1). Many clients do not do that. */
function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Text as an error may contain it (RFC 6749, section 5.2). */
function toErrorText(text: string): string {
  return text.slice(0, 60).replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");
}

function createRequestFailure(description: string): TokenError {
  return { error: "invalid_request", description };
}

function createClientFailure(description: string): TokenError {
  return { error: "invalid_client", description };
}
