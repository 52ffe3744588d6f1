import type { JsonObject } from "../../contracts/index.ts";
import type { Clock } from "../clock.ts";
import { MASK, maskForms } from "../journal/secret-text.ts";
import { membersIn } from "../resources/representation.ts";
import type { Outgoing, Sent } from "../transports/send.ts";

type Headers = Readonly<Record<string, string>>;

/** What shows an endpoint that a delivery comes from the platform; or why there is nothing to show. */
type Shown = { readonly headers: Headers } | { readonly failed: string; readonly isFinal?: true };

/** The credentials that a platform shows endpoints. */
export interface Credentials {
  /** The headers that a webhook's endpoint_authentication asks for (§5.2). */
  headersFor(authentication: JsonObject): Promise<Shown>;
  /** Forgets an access token that an endpoint did not take. */
  forget(authentication: JsonObject): void;
}

interface Token {
  readonly value: string;
  /** Until when it is good, in milliseconds since 1970. */
  readonly until: number;
}

/** So long before its end, an access token is renewed. */
const MARGIN_MILLISECONDS = 10_000;

export function createCredentials(clock: Clock, send: (outgoing: Outgoing) => Promise<Sent>): Credentials {
  const tokens = new Map<string, Token>();

  return {
    async headersFor(authentication) {
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
          return accessToken(authentication);
        default:
          return { headers: {} };
      }
    },
    forget: (authentication) => void tokens.delete(JSON.stringify(authentication)),
  };

  /** Of the receiver's authorization server, by client credentials (RFC 6749, section 4.4); kept as long as it is good. */
  async function accessToken(authentication: JsonObject): Promise<Shown> {
    const name = JSON.stringify(authentication);
    const known = tokens.get(name);
    if (known && clock.now() < known.until) return bearer(known);
    const url = text(authentication, "token_url");
    const request = tokenRequest(url, authentication);
    const sent = await send(request);
    const fault = `Cannot get an access token from "${maskForms(url)}": `;
    if ("failed" in sent) return { ...sent, failed: fault + sent.failed };
    const { access_token, expires_in } = membersIn(parsed(sent.text));
    const said = withoutCredentials(sent.text, authentication, request.headers);
    if (sent.status !== 200) return { failed: `${fault}it answered ${sent.status} ${said.slice(0, 200)}`.trimEnd() };
    if (typeof access_token !== "string") return { failed: `${fault}it answered 200, but without an access_token` };
    // One of which nothing is said is good until an endpoint refuses it.
    const seconds = typeof expires_in === "number" ? expires_in : Infinity;
    const token = { value: access_token, until: clock.now() + seconds * 1000 - MARGIN_MILLISECONDS };
    tokens.set(name, token);
    return bearer(token);
  }
}

/** Headers of credentials as they may be told: with their scheme alone. */
export function maskedCredentials(headers: Headers): Headers {
  const masked = Object.entries(headers).map(([name, value]) => [
    name,
    (/^(Basic|Bearer) /.exec(value)?.[0] ?? "") + MASK,
  ]);
  return Object.fromEntries(masked) as Headers;
}

/** What an endpoint answers may be what it was shown, or what its webhook was told to show it. */
export function withoutCredentials(answer: string, authentication: JsonObject, headers: Headers = {}): string {
  const kept = ["value", "password", "client_secret"].map((name) => authentication[name]);
  const sent = Object.values(headers).map((value) => value.replace(/^(Basic|Bearer) /, ""));
  const secrets = [...kept, ...sent].filter((secret) => typeof secret === "string" && secret !== "") as string[];
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
  ]);
  // The longest first: one may be a part of another.
  const longest = forms.toSorted((one, other) => other.length - one.length);
  return maskForms(longest.reduce((masked, form) => masked.replaceAll(form, MASK), answer));
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

function bearer({ value }: Token): Shown {
  return { headers: { authorization: `Bearer ${value}` } };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

function text(members: JsonObject, name: string, otherwise = ""): string {
  return String(members[name] ?? otherwise);
}

function parsed(body: string): JsonObject {
  try {
    return membersIn(JSON.parse(body) as JsonObject);
  } catch {
    return {};
  }
}
