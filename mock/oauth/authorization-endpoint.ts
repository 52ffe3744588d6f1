import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";
import { isLocalUrl } from "../model/loopback.ts";
import { type TokenEndpoint, jsonResponse, refuseClient } from "./token-endpoint.ts";

/** Response types that the mock supports. */
export const responseTypes = ["code", "token"] as const;

/** Code of each authorization. The token endpoint accepts any code. */
const CODE = "mock-code";

/**
 * Responds to an authorization request (RFC 6749, section 3.1): every user agrees at once. It redirects to this machine
 * only, so that a mock that others can reach sends nobody to a foreign page.
 */
export function authorizationResponse(request: MockRequest, tokenEndpoint: TokenEndpoint): MockResponse {
  if (request.method !== "GET" && request.method !== "HEAD")
    return jsonResponse(405, { error: "invalid_request" }, { allow: "GET, HEAD" });
  const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  const target = URL.parse(query.get("redirect_uri") ?? "");
  const client = query.get("client_id") ?? "";
  const problem = redirectProblem(target) ?? (client === "" ? "The parameter 'client_id' is missing" : undefined);
  if (target === null || problem !== undefined)
    return refuseClient({ error: "invalid_request", description: problem ?? "" });
  const type = query.get("response_type");
  const answer = new URLSearchParams(answerTo(type, () => issueFields(client, query.get("scope") ?? undefined)));
  const state = query.get("state");
  if (state !== null) answer.set("state", state);
  // Parameters of the response type "token" are in the fragment (RFC 6749, section 4.2.2).
  if (type === "token") target.hash = answer.toString();
  else for (const [name, value] of answer) target.searchParams.set(name, value);
  return { status: 302, headers: { location: target.href, "cache-control": "no-store" }, body: noBody };

  function issueFields(id: string, scope: string | undefined): Record<string, string> {
    const read = { grant: "client_credentials", client: id, user: undefined, refreshToken: undefined, scope } as const;
    const issued = tokenEndpoint.issue(request, read);
    if ("error" in issued) return { error: "unauthorized_client" };
    return Object.fromEntries(Object.entries(issued).map(([name, value]) => [name, String(value)]));
  }
}

function answerTo(type: string | null, issue: () => Record<string, string>): Record<string, string> {
  if (type === "code") return { code: CODE };
  if (type === "token") return issue();
  return { error: type === null ? "invalid_request" : "unsupported_response_type" };
}

function redirectProblem(target: URL | null): string | undefined {
  if (target === null) return "The parameter 'redirect_uri' must be an absolute URL";
  const isLocal = /^https?:$/.test(target.protocol) && isLocalUrl(target.href);
  if (isLocal) return undefined;
  return "The parameter 'redirect_uri' must lead to this machine, such as http://localhost:3000";
}
