import { MAX_BYTES } from "../parsing/read-bounded.ts";
import { boundedBody } from "./bounded-body.ts";
import { isOpenApiText } from "./document-detection.ts";

/** Paths at which frameworks publish their OpenAPI document, by default. */
export const documentPaths: readonly string[] = [
  "/openapi.json",
  "/openapi.yaml",
  "/openapi.yml",
  "/swagger.json",
  "/swagger.yaml",
  "/v3/api-docs",
  "/v2/api-docs",
  "/api-json",
  "/api-docs",
  "/api-docs.json",
  "/docs/json",
  "/docs-json",
  "/documentation/json",
  "/api/openapi.json",
  "/api/schema/",
  "/swagger/v1/swagger.json",
  "/swagger/doc.json",
  "/openapi/v1.json",
  "/q/openapi",
  "/.well-known/openapi.json",
];

/** Milliseconds for all requests together. */
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Returns the URL of the OpenAPI document that a server publishes at a usual path, below the given base URL or at the
 * root of its host. Returns undefined if there is none, or if the server cannot be reached.
 */
export async function findDocument(baseUrl: string, signal?: AbortSignal): Promise<string | undefined> {
  const base = new URL(baseUrl);
  const prefixes = [...new Set([base.pathname.replace(/\/+$/, ""), ""])];
  const candidates = prefixes.flatMap((prefix) => documentPaths.map((path) => new URL(prefix + path, base).href));
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const requestSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
  // A server that cannot be reached is asked once.
  const [first, ...others] = candidates;
  const reached = await isDocument(first as string, requestSignal);
  if (reached === undefined) return undefined;
  if (reached) return first;
  const found = await Promise.all(others.map((url) => isDocument(url, requestSignal)));
  return others.find((_, index) => found[index] === true);
}

/** True for a response that is an OpenAPI document. Undefined if the server does not respond. */
async function isDocument(url: string, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json, application/yaml;q=0.9, */*;q=0.1" },
      redirect: "manual",
      signal,
    });
    const bytes = response.ok ? await boundedBody(response, MAX_BYTES) : undefined;
    if (!response.ok) await response.body?.cancel();
    // A page of documentation contains the words, too.
    const text = bytes && new TextDecoder().decode(bytes);
    return text !== undefined && !/^\s*</.test(text) && isOpenApiText(text);
  } catch {
    return undefined;
  }
}
