import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";

type Handle = (request: MockRequest) => Promise<MockResponse>;

/** Headers that a page may always read (Fetch, "CORS-safelisted response-header name"). */
const safelistedHeaders = new Set([
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
  "pragma",
]);

/** Seconds for which a browser caches a preflight response. */
const MAX_AGE = "600";

/**
 * Allows calls from pages of any origin, with credentials: the data is invented, and anybody who can reach the mock may
 * call it anyway. Preflight requests (Fetch, "CORS-preflight request") carry no token, and every one is granted.
 * Requests without an Origin header are not changed.
 */
export function withCors(handle: Handle): Handle {
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return handle(request);
    const method = request.headers["access-control-request-method"];
    if (request.method === "OPTIONS" && method !== undefined) return Promise.resolve(preflight(request, method));
    return handle(request).then((response) => withCorsHeaders(origin, response));
  };
}

/** Adds the headers that let a page of an origin read the response and all its headers. */
export function withCorsHeaders(origin: string | undefined, response: MockResponse): MockResponse {
  if (origin === undefined) return response;
  const exposed = Object.keys(response.headers).filter((name) => !safelistedHeaders.has(name));
  const { vary } = response.headers;
  const headers = {
    ...response.headers,
    ...allowOrigin(origin),
    ...(exposed.length > 0 && { "access-control-expose-headers": exposed.join(", ") }),
    vary: vary === undefined ? "Origin" : `${vary}, Origin`,
  };
  return { ...response, headers };
}

function preflight({ headers: requestHeaders }: MockRequest, method: string): MockResponse {
  const wanted = requestHeaders["access-control-request-headers"];
  const headers = {
    "concord-basis": "assumed",
    ...allowOrigin(requestHeaders["origin"] as string),
    "access-control-allow-methods": method,
    ...(wanted !== undefined && { "access-control-allow-headers": wanted }),
    "access-control-max-age": MAX_AGE,
    vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  };
  return { status: 204, headers, body: noBody };
}

function allowOrigin(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
}
