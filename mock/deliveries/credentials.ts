import { toMembers } from "../resources/members/members.ts";
import type { Json, JsonObject } from "../../contracts/index.ts";
import { MASK, isSecretName, maskForms, maskTextMembers } from "../../contracts/secrets/index.ts";
import type { Clock } from "../model/clock.ts";
import { createRecentCache } from "../state/recent-cache.ts";
import type { Outgoing, Sent } from "./send.ts";

type Headers = Readonly<Record<string, string>>;

/** Headers with the credentials of a delivery, or the reason why there are none. */
type CredentialHeaders = { readonly headers: Headers } | Failed;

type Failed = Extract<Sent, { readonly failed: string }>;

/** The credentials that a platform sends to endpoints. */
export interface Credentials {
  /** Returns the headers that the `endpoint_authentication` of a webhook requires, for a delivery after so many hops. */
  headersFor(authentication: JsonObject, hops?: number): Promise<CredentialHeaders>;
  /** Drops the access token in headers that an endpoint refused. */
  forget(authentication: JsonObject, headers: Headers): void;
}

interface Token {
  readonly value: string;
  /** End of its validity, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Time before its end at which an access token is renewed. */
const MARGIN_MILLISECONDS = 10_000;

/** Size of the cache of access tokens, which keeps up to twice as many. Clients can create any number of webhooks. */
const MAX_TOKENS = 500;

/** Characters of an access token (RFC 6749, appendix A.12). */
const TOKEN_CHARACTERS = /^[\x20-\x7e]+$/;

/** Minimum length of a part of a secret that is masked. */
const MIN_MASKED_LENGTH = 4;

export function createCredentials(clock: Clock, send: (outgoing: Outgoing) => Promise<Sent>): Credentials {
  const tokens = createRecentCache<Token>(MAX_TOKENS);
  const pendingRequests = new Map<string, Promise<Token | Failed>>();

  return {
    async headersFor(authentication, hops) {
      switch (authentication["type"]) {
        case "api_key":
          return {
            headers: { [text(authentication, "header", "X-API-Key").toLowerCase()]: text(authentication, "value") },
          };
        case "basic":
          return {
            headers: { authorization: basic(text(authentication, "username"), text(authentication, "password")) },
          };
        case "oauth":
          return accessToken(authentication, hops);
        default:
          return { headers: {} };
      }
    },
    forget(authentication, { authorization }) {
      const name = JSON.stringify(authentication);
      const known = tokens.get(name);
      // A later request may have replaced the refused token already.
      if (known && bearer(known).authorization === authorization) tokens.delete(name);
    },
  };

  /** Returns a valid token. Deliveries that need one at the same time share the request. */
  async function accessToken(authentication: JsonObject, hops: number | undefined): Promise<CredentialHeaders> {
    const name = JSON.stringify(authentication);
    const known = tokens.get(name);
    if (known && clock.now() < known.expiresAt) return { headers: bearer(known) };
    let request = pendingRequests.get(name);
    if (!request) {
      request = requestToken(authentication, hops).finally(() => pendingRequests.delete(name));
      pendingRequests.set(name, request);
    }
    const token = await request;
    if ("failed" in token) return token;
    tokens.set(name, token, 1);
    return { headers: bearer(token) };
  }

  /** Requests a token from the receiver's authorization server with client credentials (RFC 6749, section 4.4). */
  async function requestToken(authentication: JsonObject, hops: number | undefined): Promise<Token | Failed> {
    const url = text(authentication, "token_url");
    const request = tokenRequest(url, authentication);
    const sent = await send({ ...request, hops });
    const fault = `Cannot get an access token from "${maskForms(url)}": `;
    if ("failed" in sent) return { ...sent, failed: fault + sent.failed };
    const { access_token, token_type = "Bearer", expires_in } = toMembers(parseMembers(sent.text));
    if (sent.status !== 200) {
      const responseText = maskTextMembers(
        withoutCredentials(sent.text, authentication, request.headers),
        isSecretName,
      );
      return { failed: `${fault}it answered ${sent.status} ${responseText.slice(0, 200)}`.trimEnd() };
    }
    if (typeof access_token !== "string" || access_token === "")
      return { failed: `${fault}it answered 200, but without an access_token` };
    if (!TOKEN_CHARACTERS.test(access_token))
      return { failed: `${fault}it answered 200, but with an access_token that no header can contain` };
    // A token of another type must not be used as a bearer token (RFC 6749, section 7.1).
    if (String(token_type).toLowerCase() !== "bearer")
      return { failed: `${fault}it answered 200, but with a token of the type ${shortText(token_type)}, not "Bearer"` };
    // Some servers write the number as a string. Without a number, a token is valid until an endpoint refuses it.
    const seconds = Number(expires_in ?? Infinity);
    return { value: access_token, expiresAt: clock.now() + seconds * 1000 - MARGIN_MILLISECONDS };
  }
}

/** Headers with masked credentials: only the scheme is visible. */
export function maskedCredentials(headers: Headers): Headers {
  const masked = Object.entries(headers).map(([name, value]) => [
    name,
    (/^(Basic|Bearer) /.exec(value)?.[0] ?? "") + MASK,
  ]);
  return Object.fromEntries(masked) as Headers;
}

/** Masks the credentials of a webhook in the response of its endpoint, which may repeat them. */
export function withoutCredentials(answer: string, authentication: JsonObject, headers: Headers = {}): string {
  const kept = ["value", "password", "client_secret"].map((name) => authentication[name]);
  const sent = Object.values(headers).map((value) => value.replace(/^(Basic|Bearer) /, ""));
  const secrets = [...kept, ...sent].filter((secret) => typeof secret === "string" && secret !== "") as string[];
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
  ]);
  // The longest first, because one may be a part of another.
  const longest = forms.toSorted((one, other) => other.length - one.length);
  return maskForms(longest.reduce((masked, form) => withoutEnd(masked.replaceAll(form, MASK), form), answer));
}

/** Masks a secret at the end of a response that was cut off within it. */
function withoutEnd(answer: string, secret: string): string {
  for (let length = secret.length - 1; length >= MIN_MASKED_LENGTH; length--)
    if (answer.endsWith(secret.slice(0, length))) return answer.slice(0, -length) + MASK;
  return answer;
}

function shortText(tokenType: Json): string {
  return JSON.stringify(tokenType).slice(0, 40);
}

function tokenRequest(url: string, authentication: JsonObject): Outgoing {
  const { scope } = authentication;
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    ...(typeof scope === "string" && { scope }),
  });
  const headers = {
    authorization: basic(
      encodeURIComponent(text(authentication, "client_id")),
      encodeURIComponent(text(authentication, "client_secret")),
    ),
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  };
  return { url, headers, body: Buffer.from(form.toString()) };
}

function bearer({ value }: Token) {
  return { authorization: `Bearer ${value}` };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function text(members: JsonObject, name: string, otherwise = ""): string {
  return String(members[name] ?? otherwise);
}

function parseMembers(body: string): JsonObject {
  try {
    return toMembers(JSON.parse(body) as JsonObject);
  } catch {
    return {};
  }
}
