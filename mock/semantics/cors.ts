import { type MockRequest, type MockResponse, noBody } from "../model/exchange.ts";

type Handle = (request: MockRequest) => Promise<MockResponse>;

/** Headers that a page may read without being told so (Fetch, "CORS-safelisted response-header name"). */
const readable = new Set([
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
  "pragma",
]);

/** For so many seconds a browser need not ask again. */
const MAX_AGE = "600";

/**
 * Lets pages of any origin call, with credentials if they like: what is here is made up, and whoever can reach it may
 * call it anyway. A browser asks before it sends what a form could not (Fetch, "CORS-preflight request"), with no
 * token: it is told what it wants to hear, so that the page sees the answer to the request itself. Requests without
 * an origin are not touched.
 */
export function openToPages(handle: Handle): Handle {
  return (request) => {
    const { origin } = request.headers;
    if (origin === undefined) return handle(request);
    const method = request.headers["access-control-request-method"];
    if (request.method === "OPTIONS" && method !== undefined) return Promise.resolve(preflight(request, method));
    return handle(request).then((response) => withOrigin(origin, response));
  };
}

/** A response that a page of an origin may read, with all its headers. */
export function withOrigin(origin: string | undefined, response: MockResponse): MockResponse {
  if (origin === undefined) return response;
  const exposed = Object.keys(response.headers).filter((name) => !readable.has(name));
  const { vary } = response.headers;
  const headers = {
    ...response.headers,
    ...allowing(origin),
    ...(exposed.length > 0 && { "access-control-expose-headers": exposed.join(", ") }),
    vary: vary === undefined ? "Origin" : `${vary}, Origin`,
  };
  return { ...response, headers };
}

function preflight({ headers: asked }: MockRequest, method: string): MockResponse {
  const wanted = asked["access-control-request-headers"];
  const headers = {
    "concord-basis": "assumed",
    ...allowing(asked["origin"] as string),
    "access-control-allow-methods": method,
    ...(wanted !== undefined && { "access-control-allow-headers": wanted }),
    "access-control-max-age": MAX_AGE,
    vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  };
  return { status: 204, headers, body: noBody };
}

function allowing(origin: string): Record<string, string> {
  return { "access-control-allow-origin": origin, "access-control-allow-credentials": "true" };
}
