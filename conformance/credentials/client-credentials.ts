import { request } from "undici";
import { type Contract, type Json, type SecurityScheme, ToolError, isObject } from "../../contracts/index.ts";
import { maskForms, maskSecrets } from "../../contracts/secrets/index.ts";
import { jwtExpiry } from "./jwt-expiry.ts";
import { isSendableToken } from "./sendable-token.ts";
import type { IssuedToken, TokenAudience, TokenSource } from "./token-source.ts";

/** Client that gets tokens from a token endpoint (RFC 6749, section 4.4). */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** URL of the token endpoint, absolute or relative to the target. */
  readonly tokenUrl: string;
  /** True if the URL is from a document. Then a Concord mock issues the token at the same path. */
  readonly isDocumented?: boolean;
  /** Scopes to ask for. */
  readonly scopes?: readonly string[];
}

const TIMEOUT_MS = 30_000;
/** Characters of a response that a message shows. */
const SHOWN_CHARACTERS = 500;

/** Token URL of the documents' client-credentials flows, and all scopes that their operations require of it. */
export function clientFlowIn(contracts: readonly Contract[]): Pick<Client, "tokenUrl" | "scopes"> | undefined {
  for (const { document, operations } of contracts) {
    const { components } = document;
    const schemes =
      isObject(components) && isObject(components["securitySchemes"]) ? components["securitySchemes"] : {};
    for (const [name, scheme] of Object.entries(schemes)) {
      const tokenUrl = memberAt(scheme, "flows", "clientCredentials", "tokenUrl");
      if (typeof tokenUrl !== "string") continue;
      const required = operations.flatMap(({ security }) => security.flat()).filter((each) => each.name === name);
      return { tokenUrl, scopes: [...new Set(required.flatMap(({ scopes = [] }) => scopes))] };
    }
  }
  return undefined;
}

/**
 * Tokens of a client, which are renewed before they expire. They serve OAuth and bearer schemes.
 *
 * @example
 * const secret = process.env["CLIENT_SECRET"] ?? "";
 * const tokens = clientCredentials({ id: "my-client", secret, tokenUrl: "https://auth.example.com/oauth/token" });
 * const report = await conform({ contracts, target, credentials: { tokens } });
 */
export function clientCredentials(client: Client): TokenSource {
  const { id, secret, scopes = [] } = client;
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64");
  const mask = maskSecrets([secret, basic]);
  return {
    serves: ({ type, scheme }: SecurityScheme) =>
      type === "oauth2" || type === "openIdConnect" || (type === "http" && scheme === "bearer"),
    secrets: [secret, basic],
    async issue(audience) {
      const url = tokenUrlFor(client, audience);
      const attempts = [
        { isBasic: true, scopes },
        // Some servers read the client from the body alone (RFC 6749, section 2.3.1).
        { isBasic: false, scopes },
        // A client that lacks a scope gets those that it has.
        ...(scopes.length > 0
          ? [
              { isBasic: true, scopes: [] },
              { isBasic: false, scopes: [] },
            ]
          : []),
      ];
      let refusal: { readonly status: number; readonly text: string } | undefined;
      for (const attempt of attempts) {
        if (refusal && !isWorthTrying(attempt, refusal.text)) continue;
        const answer = await post(url, formOf(attempt), attempt.isBasic, audience);
        const issued = answer.status === 200 ? tokenIn(answer.text) : undefined;
        if (issued) return issued;
        refusal = answer;
        if (answer.status !== 400 && answer.status !== 401) break;
      }
      const { status = 0, text = "" } = refusal ?? {};
      const shown = maskForms(mask(text.slice(0, SHOWN_CHARACTERS))).trim();
      const reason = status === 200 ? "the response has no access_token" : `it responded with ${status}`;
      throw unavailable(url, reason, shown === "" ? "The response is empty" : `The response is: ${shown}`);
    },
  };

  function formOf({
    isBasic,
    scopes: asked,
  }: {
    readonly isBasic: boolean;
    readonly scopes: readonly string[];
  }): string {
    return new URLSearchParams({
      grant_type: "client_credentials",
      ...(asked.length > 0 && { scope: asked.join(" ") }),
      ...(!isBasic && { client_id: id, client_secret: secret }),
    }).toString();
  }

  async function post(
    url: string,
    body: string,
    isBasic: boolean,
    { dispatcher, signal }: TokenAudience,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const { statusCode, body: answer } = await request(url, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          accept: "application/json",
          ...(isBasic && { authorization: `Basic ${basic}` }),
        },
        body,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        ...(dispatcher && { dispatcher }),
      });
      return { status: statusCode, text: await answer.text() };
    } catch (error) {
      signal?.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      throw unavailable(url, mask(message || code || String(error)), "See --token-url");
    }
  }
}

/** True if another way to ask can succeed after a refusal. */
function isWorthTrying(
  { isBasic, scopes }: { readonly isBasic: boolean; readonly scopes: readonly string[] },
  text: string,
): boolean {
  const isAboutScope = text.includes("invalid_scope");
  return isAboutScope ? scopes.length === 0 : !isBasic;
}

/** @throws ToolError "token-unavailable" for a URL that would send the secret without encryption to a named host. */
function tokenUrlFor({ tokenUrl, isDocumented = false }: Client, { url, isMock }: TokenAudience): string {
  const full = URL.parse(tokenUrl, `${url}/`);
  if (!full || !/^https?:$/.test(full.protocol)) throw unavailable(tokenUrl, "it is not an http or https URL");
  // The real provider of a document that a mock serves does not get the secret.
  if (isDocumented && isMock) return new URL(full.pathname, url).href;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(full.hostname);
  if (isDocumented && full.protocol === "http:" && !isLocal && full.host !== new URL(url).host)
    throw unavailable(
      tokenUrl,
      "the document names a URL without TLS, and the client secret would be sent in the clear",
    );
  return full.href;
}

function tokenIn(text: string): IssuedToken | undefined {
  let answer: Json;
  try {
    answer = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const token = memberAt(answer, "access_token");
  if (typeof token !== "string" || !isSendableToken(token)) return undefined;
  const seconds = Number(memberAt(answer, "expires_in") ?? Number.NaN);
  const expiresAt = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : jwtExpiry(token);
  return { token, ...(expiresAt !== undefined && { expiresAt }) };
}

function memberAt(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>((node, name) => (isObject(node) ? node[name] : undefined), value);
}

function unavailable(url: string, reason: string, hint = "Give another one with --token-url"): ToolError {
  return new ToolError("token-unavailable", `Cannot get a token from "${maskForms(url)}": ${reason}`, { hint });
}
