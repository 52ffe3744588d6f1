import { omitUndefined } from "../../contracts/index.ts";
import type { AccessTokens, TokenClaims } from "../calls/access-tokens.ts";
import type { Authenticator } from "../calls/authenticator.ts";
import type { Clock } from "../model/clock.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { GrantType } from "./token-flows.ts";
import { type TokenError, type TokenRequest, readTokenRequest } from "./token-request.ts";

/** Validity of tokens, in seconds. */
const ACCESS_SECONDS = 3600;
const REFRESH_SECONDS = 30 * 24 * 3600;

/** Successful response (RFC 6749, section 5.1). */
interface TokenResponse {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly scope?: string;
}

interface EndpointParts {
  readonly tokens: AccessTokens;
  readonly authenticator: Authenticator;
  readonly clockOf: (organization: string) => Clock;
}

/** Token endpoint of a mock. */
export interface TokenEndpoint {
  /** Responds to a token request. */
  respond(request: MockRequest, grants: ReadonlySet<GrantType>): Promise<MockResponse>;
  /** Issues the tokens for a request that was found correct. */
  issue(request: MockRequest, read: TokenRequest): TokenResponse | TokenError;
}

/**
 * Creates a token endpoint (RFC 6749, section 3.2). Its exchanges are in no journal and in no log, because they consist
 * of credentials.
 */
export function createTokenEndpoint({ tokens, authenticator, clockOf }: EndpointParts): TokenEndpoint {
  let issued = 0;
  return { respond: respondToGrant, issue: issueTokens };

  async function respondToGrant(request: MockRequest, grants: ReadonlySet<GrantType>): Promise<MockResponse> {
    if (request.method !== "POST")
      return refuseClient({ error: "invalid_request", description: "A token request is a POST" }, 405, {
        allow: "POST",
      });
    const read = readTokenRequest(request, grants);
    const response = "error" in read ? read : issueTokens(request, read);
    if ("error" in response) return refuseClient(response);
    return jsonResponse(200, response);
  }

  function issueTokens(request: MockRequest, read: TokenRequest): TokenResponse | TokenError {
    const refreshed = read.refreshToken === undefined ? undefined : tokens.read("rt+jwt", read.refreshToken);
    const sub = refreshed?.sub ?? read.user ?? read.client;
    if (sub === undefined || (read.grant === "refresh_token" && !refreshed))
      return createGrantFailure("The refresh token is not one of this mock");
    const client = read.client ?? refreshed?.client_id;
    if (refreshed && client !== refreshed.client_id)
      return createGrantFailure("The refresh token was issued to another client");
    const scope = read.scope ?? refreshed?.scope;
    if (refreshed && !isScopeWithin(scope, refreshed.scope))
      return { error: "invalid_scope", description: "The scope exceeds the scope of the refresh token" };
    const claims = omitUndefined({ sub, client_id: client, scope });
    const now = readTenantTime(request, claims);
    if (now === undefined)
      return { error: "invalid_client", description: "This client names no organization of the mock" };
    if (refreshed && now >= refreshed.exp) return createGrantFailure("The refresh token expired");
    const valid = (seconds: number): TokenClaims => ({
      ...claims,
      jti: String(++issued),
      iat: now,
      exp: now + seconds,
    });
    return {
      access_token: tokens.issue("at+jwt", valid(ACCESS_SECONDS)),
      token_type: "Bearer",
      expires_in: ACCESS_SECONDS,
      ...(read.grant !== "client_credentials" && { refresh_token: tokens.issue("rt+jwt", valid(REFRESH_SECONDS)) }),
      ...(scope !== undefined && { scope }),
    };
  }

  /** Time of the organization that a token will select. Undefined if it will select none. */
  function readTenantTime(request: MockRequest, claims: Omit<TokenClaims, "iat" | "exp">): number | undefined {
    const token = tokens.issue("at+jwt", { ...claims, iat: 0, exp: 0 });
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const organization = authenticator.organizationIn({ ...request, headers });
    if (organization === undefined) return undefined;
    return Math.floor(clockOf(organization).now() / 1000);
  }
}

function isScopeWithin(scope: string | undefined, granted: string | undefined): boolean {
  const names = new Set(granted?.split(" "));
  return scope === undefined || scope.split(" ").every((name) => names.has(name));
}

function createGrantFailure(description: string): TokenError {
  return { error: "invalid_grant", description };
}

/** Error response for a client, which contains no double quotes (RFC 6749, section 5.2). A client that fails to authenticate gets 401 and a challenge. */
export function refuseClient(
  { error, description }: TokenError,
  status = error === "invalid_client" ? 401 : 400,
  headers: Readonly<Record<string, string>> = {},
): MockResponse {
  const challenge = status === 401 ? { "www-authenticate": 'Basic realm="mock"' } : {};
  const described = { error, error_description: description.replaceAll('"', "'") };
  return jsonResponse(status, described, { ...challenge, ...headers });
}

/** Response that no cache keeps (RFC 6749, section 5.1). */
export function jsonResponse(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): MockResponse {
  return {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", pragma: "no-cache", ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}
