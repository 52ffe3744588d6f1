import { createHash, timingSafeEqual } from "node:crypto";
import { type SavedDelivery, listHeaderValues } from "./delivery.ts";
import type { Step } from "./diagnose.ts";

/** Authentication of an endpoint, as in the configuration of a webhook. */
export type EndpointAuthentication =
  | { readonly type: "api_key"; readonly header: string; readonly value: string }
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | {
      readonly type: "oauth";
      readonly client_id: string;
      readonly client_secret: string;
      readonly token_url: string;
      readonly scope?: string;
    };

/** Path of the OAuth token endpoint, below the endpoint itself. */
export const TOKEN_PATH = "/oauth/token";

const TOKEN_SECONDS = 3600;

/** Checks the credentials of deliveries. */
export interface Guard {
  check(delivery: Pick<SavedDelivery, "headers">): Step;
  /** Response to a request for an access token (RFC 6749, section 4.4). */
  grant(request: Pick<SavedDelivery, "headers" | "body">): { readonly status: number; readonly body: object };
}

export interface GuardOptions {
  readonly now: () => number;
  readonly newToken: () => string;
}

export function createGuard(authentication: EndpointAuthentication, { now, newToken }: GuardOptions): Guard {
  const until = new Map<string, number>();
  return {
    check(delivery) {
      const { what, header, prefix } = getCredentialForm(authentication);
      const [shown, ...others] = listHeaderValues(delivery, header.toLowerCase());
      if (shown === undefined) return { what, holds: false, text: `${header} is missing` };
      if (others.length > 0) return { what, holds: false, text: `${header} is sent ${others.length + 1} times` };
      if (!shown.toLowerCase().startsWith(prefix.toLowerCase()))
        return { what, holds: false, text: `${header} does not begin with "${prefix.trim()}"` };
      return { what, ...judgeCredential(shown.slice(prefix.length)) };
    },
    grant({ headers, body }) {
      const form = new URLSearchParams(Buffer.from(body).toString());
      const [shown = ""] = listHeaderValues({ headers }, "authorization");
      const [id = "", secret = ""] = shown.startsWith("Basic ")
        ? splitBasicPair(shown.slice("Basic ".length)).map(decodeFormText)
        : [form.get("client_id") ?? "", form.get("client_secret") ?? ""];
      if (authentication.type !== "oauth" || !isSameSecret(`${id}:${secret}`, joinClientPair(authentication)))
        return { status: 401, body: { error: "invalid_client" } };
      if (form.get("grant_type") !== "client_credentials")
        return { status: 400, body: { error: "unsupported_grant_type" } };
      const token = newToken();
      until.set(token, now() + TOKEN_SECONDS * 1000);
      return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: TOKEN_SECONDS } };
    },
  };

  function judgeCredential(shown: string): Omit<Step, "what"> {
    if (authentication.type === "oauth") {
      const end = until.get(shown);
      if (end === undefined) return { holds: false, text: "a bearer token that this receiver did not issue" };
      if (now() < end) return { holds: true, text: "a bearer token that this receiver issued" };
      return { holds: false, text: "a bearer token that has expired" };
    }
    const holds =
      authentication.type === "api_key"
        ? isSameSecret(shown, authentication.value)
        : isSameSecret(splitBasicPair(shown).join(":"), `${authentication.username}:${authentication.password}`);
    const what = authentication.type === "api_key" ? "key" : "user name and password";
    return { holds, text: holds ? `the ${what} of the webhook` : `not the ${what} of the webhook` };
  }
}

function getCredentialForm(authentication: EndpointAuthentication) {
  if (authentication.type === "api_key") return { what: "API key", header: authentication.header, prefix: "" };
  if (authentication.type === "basic") return { what: "Basic", header: "Authorization", prefix: "Basic " };
  return { what: "OAuth", header: "Authorization", prefix: "Bearer " };
}

function joinClientPair({ client_id, client_secret }: EndpointAuthentication & { readonly type: "oauth" }): string {
  return `${client_id}:${client_secret}`;
}

/** User name and password of HTTP Basic, separated by the first colon (RFC 7617). */
function splitBasicPair(base64: string): readonly string[] {
  const text = Buffer.from(base64, "base64").toString();
  const at = text.indexOf(":");
  if (at < 0) return [text];
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Client id and secret are form-encoded (RFC 6749, section 2.3.1). */
function decodeFormText(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}

function isSameSecret(one: string, other: string): boolean {
  const hashSecret = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(hashSecret(one), hashSecret(other));
}
