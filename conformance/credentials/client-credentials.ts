import { request } from "undici";
import {
  type Contract,
  type Json,
  type SecurityScheme,
  ToolError,
  isObject,
  omitUndefined,
} from "../../contracts/index.ts";
import { type BoundSecret, bindSecret, maskForms, maskSecrets, revealSecret } from "../../contracts/secrets/index.ts";
import { jwtExpiry } from "./jwt-expiry.ts";
import { isSendableToken } from "./sendable-token.ts";
import type { IssuedToken, TokenAudience, TokenSource } from "./token-source.ts";

/** Client that gets tokens from a token endpoint (RFC 6749, section 4.4). */
export interface Client {
  readonly id: string;
  readonly secret: string;
  /** URL of the token endpoint, absolute or relative to the target. Default: the one that `openIdConnectUrl` names. */
  readonly tokenUrl?: string;
  /** URL of the OpenID Connect metadata, which name the token endpoint. */
  readonly openIdConnectUrl?: string;
  /**
   * True if the URLs are from a document. Then a Concord mock issues the token at the same path, and the secret goes to the
   * origin of the target only.
   */
  readonly isDocumented?: boolean;
  /** Scopes to ask for. */
  readonly scopes?: readonly string[];
}

const TIMEOUT_MS = 30_000;
/** Most bytes of the metadata of OpenID Connect. */
const MAX_METADATA_BYTES = 1024 * 1024;
/** Characters of a response that a message shows. */
const SHOWN_CHARACTERS = 500;

/**
 * URL of the documents' client-credentials flows, or of the metadata of OpenID Connect, and all scopes that their
 * operations require of it.
 */
export function findClientFlow(
  contracts: readonly Contract[],
): Pick<Client, "tokenUrl" | "openIdConnectUrl" | "scopes"> | undefined {
  const flow = schemeWith(contracts, "flows", "clientCredentials", "tokenUrl");
  if (flow) return { tokenUrl: flow.url, scopes: flow.scopes };
  const metadata = schemeWith(contracts, "openIdConnectUrl");
  return metadata && { openIdConnectUrl: metadata.url, scopes: metadata.scopes };
}

/** URL at a place of the first security scheme that has one, and the scopes that operations require of the scheme. */
function schemeWith(
  contracts: readonly Contract[],
  ...place: readonly string[]
): { readonly url: string; readonly scopes: readonly string[] } | undefined {
  for (const { document, operations } of contracts) {
    const schemes = getNestedMember(document, "components", "securitySchemes");
    for (const [name, scheme] of Object.entries(isObject(schemes) ? schemes : {})) {
      const url = getNestedMember(scheme, ...place);
      if (typeof url !== "string") continue;
      const required = operations.flatMap(({ security }) => security.flat()).filter((each) => each.name === name);
      return { url, scopes: [...new Set(required.flatMap(({ scopes = [] }) => scopes))] };
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
      const url = await resolveTokenUrl(client, audience);
      const named = client.isDocumented === true || client.tokenUrl === undefined ? [audience.url] : [url];
      const bound = bindSecret({ secret, basic }, named);
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
        const answer = await post(url, attempt, bound, audience);
        const issued = answer.status === 200 ? readIssuedToken(answer.text) : undefined;
        if (issued) return issued;
        refusal = answer;
        if (answer.status !== 400 && answer.status !== 401) break;
      }
      const { status = 0, text = "" } = refusal ?? {};
      const shown = maskForms(mask(text.slice(0, SHOWN_CHARACTERS))).trim();
      const reason = status === 200 ? "the response has no access_token" : `it responded with ${status}`;
      throw createGrantError(url, reason, shown === "" ? "The response is empty" : `The response is: ${shown}`);
    },
  };

  /** @throws ToolError "unnamed-origin" for a URL of another origin than those of the secret. */
  async function post(
    url: string,
    { isBasic, scopes: asked }: Attempt,
    bound: BoundSecret<{ readonly secret: string; readonly basic: string }>,
    { dispatcher, signal }: TokenAudience,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const revealed = revealSecret(bound, url);
    if (!revealed) throw createOriginError(url);
    const form = new URLSearchParams({ grant_type: "client_credentials" });
    if (asked.length > 0) form.set("scope", asked.join(" "));
    const headers: Record<string, string> = {
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    };
    if (isBasic) headers["authorization"] = `Basic ${revealed.basic}`;
    else {
      form.set("client_id", id);
      form.set("client_secret", revealed.secret);
    }
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const { statusCode, body: answer } = await request(
        url,
        omitUndefined({
          method: "POST",
          headers,
          body: form.toString(),
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
          dispatcher,
        }),
      );
      return { status: statusCode, text: await answer.text() };
    } catch (error) {
      signal?.throwIfAborted();
      const { code, message } = error as NodeJS.ErrnoException;
      throw createGrantError(url, mask(message || code || String(error)), "See --token-url");
    }
  }
}

/** Way to ask for a token. */
interface Attempt {
  readonly isBasic: boolean;
  readonly scopes: readonly string[];
}

/** True if another way to ask can succeed after a refusal. */
function isWorthTrying({ isBasic, scopes }: Attempt, text: string): boolean {
  const isAboutScope = text.includes("invalid_scope");
  if (isAboutScope) return scopes.length === 0;
  return !isBasic;
}

/** @throws ToolError "token-unavailable", or "unnamed-origin" for metadata that are not those of the target. */
async function resolveTokenUrl(client: Client, audience: TokenAudience): Promise<string> {
  const { tokenUrl, openIdConnectUrl, isDocumented = false } = client;
  if (tokenUrl !== undefined) return resolveEndpoint(tokenUrl, isDocumented, audience);
  if (openIdConnectUrl === undefined) throw createGrantError("", "no URL is given");
  const metadataUrl = resolveEndpoint(openIdConnectUrl, isDocumented, audience);
  if (isDocumented && new URL(metadataUrl).origin !== new URL(audience.url).origin)
    throw createOriginError(metadataUrl);
  return resolveEndpoint(await fetchTokenEndpoint(metadataUrl, audience), true, audience);
}

/** Error for a URL that a document or metadata name: the secret is not sent to its origin. */
function createOriginError(url: string): ToolError {
  const reason = "its origin is not that of the target, and the client secret goes only where you name the origin";
  return new ToolError("unnamed-origin", `Cannot get a token from "${maskForms(url)}": ${reason}`, {
    hint: "If you trust it with the secret, name the token endpoint: --token-url URL",
  });
}

/** Absolute URL of an endpoint. A Concord mock has the endpoints of its documents at the same paths. */
function resolveEndpoint(given: string, isDocumented: boolean, { url, isMock }: TokenAudience): string {
  const full = URL.parse(given, `${url}/`);
  if (!full || !/^https?:$/.test(full.protocol)) throw createGrantError(given, "it is not an http or https URL");
  // The real provider of a document that a mock serves does not get the secret.
  if (isDocumented && isMock) return new URL(full.pathname, url).href;
  return full.href;
}

/** `token_endpoint` of the metadata of OpenID Connect (Discovery 1.0, section 3). Redirects are not followed. */
async function fetchTokenEndpoint(url: string, { dispatcher, signal }: TokenAudience): Promise<string> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const { statusCode, body } = await request(
    url,
    omitUndefined({
      headers: { accept: "application/json" },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      dispatcher,
    }),
  ).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw createGrantError(url, error instanceof Error ? error.message : String(error));
  });
  const text = await readMetadataText(body).catch(() => "");
  const endpoint = statusCode === 200 ? getNestedMember(parseTokenAnswer(text), "token_endpoint") : undefined;
  if (typeof endpoint === "string") return endpoint;
  throw createGrantError(
    url,
    statusCode === 200 ? "the response names no token_endpoint" : `it responded with ${statusCode}`,
  );
}

/** Text of a body, up to a limit. */
async function readMetadataText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_METADATA_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

function parseTokenAnswer(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function readIssuedToken(text: string): IssuedToken | undefined {
  const answer = parseTokenAnswer(text);
  const token = getNestedMember(answer, "access_token");
  if (typeof token !== "string" || !isSendableToken(token)) return undefined;
  const seconds = Number(getNestedMember(answer, "expires_in") ?? Number.NaN);
  const expiresAt = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : jwtExpiry(token);
  return omitUndefined({ token, expiresAt });
}

function getNestedMember(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  return names.reduce<Json | undefined>((node, name) => (isObject(node) ? node[name] : undefined), value);
}

function createGrantError(url: string, reason: string, hint = "Give another one with --token-url"): ToolError {
  return new ToolError("token-unavailable", `Cannot get a token from "${maskForms(url)}": ${reason}`, { hint });
}
