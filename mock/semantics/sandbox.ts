import type { MockResponse } from "../model/exchange.ts";

/** Of a whole Content-Type: a list of several, or one with something else in it, may be read as another type. */
const jsonType = /^application\/(?:[\w.-]+\+)?json(?:; ?charset=utf-8)?$/i;

const policy = {
  // A document with this policy runs no script, loads nothing, and has an origin of its own.
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
};

/**
 * Makes the answer of an operation harmless in a browser: clients choose much of what the mock answers, and it is
 * answered on the origin of the control API. No browser runs JSON, so it is left as it is.
 */
export function sandboxed(response: MockResponse): MockResponse {
  const type = response.headers["content-type"];
  if (type === "application/json") return response;
  const isHarmless = type === undefined ? response.body.length === 0 : jsonType.test(type);
  return isHarmless ? response : withPolicy(response);
}

/** The same answer with the policy. */
export function withPolicy(response: MockResponse): MockResponse {
  return { ...response, headers: { ...response.headers, ...policy } };
}
