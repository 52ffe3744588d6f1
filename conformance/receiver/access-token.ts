import { request } from "undici";
import { ToolError, isObject } from "../../contracts/index.ts";
import type { EndpointAuthentication } from "./authentication.ts";

type OAuth = Extract<EndpointAuthentication, { type: "oauth" }>;

/**
 * An access token of the receiver's authorization server, by client credentials (RFC 6749, section 4.4).
 * @throws ToolError "no-access-token", which shows no secret.
 */
export async function fetchAccessToken(oauth: OAuth, timeoutMs: number): Promise<string> {
  const client = [oauth.client_id, oauth.client_secret].map(encodeURIComponent).join(":");
  const grant = { grant_type: "client_credentials", ...(oauth.scope !== undefined && { scope: oauth.scope }) };
  const answer = await request(oauth.token_url, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(client).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
      accept: "application/json",
    },
    body: new URLSearchParams(grant).toString(),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw noToken(oauth, cause instanceof Error ? cause.message : String(cause), cause);
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw noToken(oauth, `it answered ${answer.statusCode}`);
  const token = tokenIn(text);
  if (token === undefined) throw noToken(oauth, "its answer holds no access_token");
  return token;
}

function tokenIn(text: string): string | undefined {
  try {
    const answer = JSON.parse(text) as unknown;
    const token = isObject(answer as never) ? (answer as Record<string, unknown>)["access_token"] : undefined;
    return typeof token === "string" && token !== "" ? token : undefined;
  } catch {
    return undefined;
  }
}

function noToken({ token_url }: OAuth, reason: string, cause?: unknown): ToolError {
  return new ToolError("no-access-token", `Cannot get an access token from "${token_url}": ${reason}`, {
    hint: "Give the token_url, client_id and client_secret that the receiver's authorization server knows",
    cause,
  });
}
