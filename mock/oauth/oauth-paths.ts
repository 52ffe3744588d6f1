import { type Contract, type JsonObject, createRouter } from "../../contracts/index.ts";
import type { AccessTokens } from "../calls/access-tokens.ts";
import type { Authenticator } from "../calls/authenticator.ts";
import type { Clock } from "../model/clock.ts";
import { type MockRequest, type MockResponse, toHeadResponse } from "../model/exchange.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { withCors } from "../semantics/cors.ts";
import { authorizationResponse, responseTypes } from "./authorization-endpoint.ts";
import { createTokenEndpoint, jsonResponse } from "./token-endpoint.ts";
import { grantTypes, findOauthPaths } from "./token-flows.ts";

/** Issuer of the mock's tokens. Its metadata and its token endpoint are below this path. */
const ISSUER_PATH = "/_concord/oauth";

/** Path of the metadata (OpenID Connect Discovery 1.0, section 4). */
export const OAUTH_METADATA_PATH = `${ISSUER_PATH}/.well-known/openid-configuration`;

const TOKEN_PATH = `${ISSUER_PATH}/token`;

const AUTHORIZATION_PATH = `${ISSUER_PATH}/authorize`;

const allGrants = new Set(grantTypes);

/** Parts of a platform that issue tokens. */
export interface OauthParts {
  readonly contracts: readonly Contract[];
  readonly profile: MockProfile;
  readonly tokens: AccessTokens;
  readonly authenticator: Authenticator;
  readonly clockOf: (organization: string) => Clock;
  /** True if pages of other origins may request tokens. */
  readonly cors: boolean;
}

/**
 * Serves the token endpoint and its metadata, below the path of the mock itself and at the URLs that the documents name.
 * Ignores other requests. A request with a form is for the token endpoint, even if a document describes its path as an
 * operation, because only the tokens of the endpoint keep the organization of the client.
 */
export function createOauthPaths(parts: OauthParts): (request: MockRequest) => Promise<MockResponse> | undefined {
  const { contracts, profile, cors } = parts;
  const tokenEndpoint = createTokenEndpoint(parts);
  const authorize = async (sent: MockRequest): Promise<MockResponse> => authorizationResponse(sent, tokenEndpoint);
  // Documents of a profile are loaded when they are first needed, and their paths are known.
  const named = profile.loadContracts ? [] : contracts;
  let cached: ReturnType<typeof findOauthPaths> | undefined;
  const paths = (): ReturnType<typeof findOauthPaths> => (cached ??= findOauthPaths(named));

  return (request) => {
    const respond = responder(request);
    if (!respond) return undefined;
    if (cors) return withCors(respond)(request);
    return respond(request);
  };

  function responder({
    method,
    url,
    headers,
  }: MockRequest): ((sent: MockRequest) => Promise<MockResponse>) | undefined {
    if (url.startsWith(ISSUER_PATH)) return ofIssuer(cutQuery(url));
    if (method !== "POST" && method !== "GET" && method !== "HEAD") return undefined;
    if (named.length === 0) return undefined;
    if (method !== "POST") return ofQuery(url);
    const path = cutQuery(url);
    const grants = paths().tokens.get(path);
    const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
    if (!grants || (!isForm && isDescribed(named, path))) return undefined;
    return (sent) => tokenEndpoint.respond(sent, grants);
  }

  function ofQuery(url: string): ((sent: MockRequest) => Promise<MockResponse>) | undefined {
    if (url.includes("/.well-known/") && paths().metadata.has(cutQuery(url))) return metadata;
    if (url.includes("response_type=") && paths().authorizations.has(cutQuery(url))) return authorize;
    return undefined;
  }

  function ofIssuer(path: string): ((sent: MockRequest) => Promise<MockResponse>) | undefined {
    if (path === TOKEN_PATH) return (sent) => tokenEndpoint.respond(sent, allGrants);
    if (path === AUTHORIZATION_PATH) return authorize;
    if (path === OAUTH_METADATA_PATH) return metadata;
    return undefined;
  }
}

/** True if a document describes a POST at a path. */
function isDescribed(contracts: readonly Contract[], path: string): boolean {
  return contracts.some(({ basePaths, routes }) => {
    const { match } = createRouter(routes);
    return ["", ...basePaths].some((base) => {
      const found = path.startsWith(`${base}/`) ? match("POST", path.slice(base.length)) : undefined;
      return found !== undefined && "operation" in found;
    });
  });
}

function cutQuery(url: string): string {
  return url.split("?", 1)[0] as string;
}

function metadata(request: MockRequest): Promise<MockResponse> {
  const { method, headers, isSecure = false } = request;
  if (method !== "GET" && method !== "HEAD")
    return Promise.resolve(jsonResponse(405, { error: "invalid_request" }, { allow: "GET, HEAD" }));
  const issuer = `http${isSecure ? "s" : ""}://${headers["host"] ?? "localhost"}${ISSUER_PATH}`;
  const body: JsonObject = {
    issuer,
    authorization_endpoint: issuer + AUTHORIZATION_PATH.slice(ISSUER_PATH.length),
    token_endpoint: issuer + TOKEN_PATH.slice(ISSUER_PATH.length),
    grant_types_supported: [...grantTypes],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    response_types_supported: [...responseTypes],
  };
  const response = jsonResponse(200, body);
  return Promise.resolve(method === "HEAD" ? toHeadResponse(response) : response);
}
