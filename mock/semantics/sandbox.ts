import type { MockResponse } from "../model/exchange.ts";

/** Content types of JSON. Anchored at both ends, because a browser may interpret a longer value as another type. */
const jsonType = /^application\/(?:[\w.-]+\+)?json(?:; ?charset=utf-8)?$/i;

const policy = {
  // A document with this policy cannot run scripts or load resources, and has an opaque origin.
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff",
};

/**
 * Makes a response harmless in a browser. Clients choose much of its content, and it has the same origin as the control
 * API. Browsers do not execute JSON, so JSON stays unchanged.
 */
export function withSandbox(response: MockResponse): MockResponse {
  const type = response.headers["content-type"];
  if (type === "application/json") return response;
  const isHarmless = type === undefined ? response.body.length === 0 : jsonType.test(type);
  if (isHarmless) return response;
  return withSandboxPolicy(response);
}

/** Adds the sandbox policy to a response. */
export function withSandboxPolicy(response: MockResponse): MockResponse {
  return { ...response, headers: { ...response.headers, ...policy } };
}
