import { ToolError } from "../model/error.ts";
import type { Json } from "../model/json.ts";
import { isObject } from "../model/shapes.ts";
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
 * Returns the URLs of the documents that a server publishes: those that a Concord mock names, or else the OpenAPI document
 * at a usual path, below the given base URL or at the root of its host. All requests have the given headers. Returns none
 * if the server cannot be reached.
 * @throws ToolError "unnamed-origin" if the server names a document of another origin.
 */
export async function findDocuments(
  baseUrl: string,
  { signal, headers = {} }: { readonly signal?: AbortSignal; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<readonly string[]> {
  const base = new URL(baseUrl);
  const timeout = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
  const requestSignal = signal ? AbortSignal.any([signal, timeout]) : timeout;
  const ofMock = await documentsOfMock(base, { signal: requestSignal, headers });
  // A server that cannot be reached is asked once.
  if (ofMock === undefined || ofMock.length > 0) return ofMock ?? [];
  const prefixes = [...new Set([base.pathname.endsWith("/") ? base.pathname.slice(0, -1) : base.pathname, ""])];
  const candidates = prefixes.flatMap((prefix) => documentPaths.map((path) => new URL(prefix + path, base).href));
  const found = await Promise.all(candidates.map((url) => isDocument(url, { signal: requestSignal, headers })));
  return candidates.filter((_, index) => found[index] === true).slice(0, 1);
}

interface RequestSettings {
  readonly signal: AbortSignal;
  readonly headers: Readonly<Record<string, string>>;
}

/** Documents that a Concord mock names. Undefined if no server responds. */
async function documentsOfMock(base: URL, settings: RequestSettings): Promise<readonly string[] | undefined> {
  const text = await fetchText(new URL("/_concord", base).href, settings);
  if (text === undefined || text === "") return text === undefined ? undefined : [];
  const urls = listDocumentUrls(text, base);
  const foreign = urls.find(({ origin }) => origin !== base.origin);
  if (foreign)
    throw new ToolError("unnamed-origin", `Cannot read "${foreign.href}": only "${base.origin}" names its host`, {
      hint: "If you trust it, name the document with --contracts",
    });
  return urls.map(({ href }) => href);
}

/** URLs in the description of a Concord mock. Empty for any other text. */
function listDocumentUrls(text: string, base: URL): readonly URL[] {
  try {
    const described = JSON.parse(text) as Json;
    const paths = isObject(described) && described["concord"] === "mock" ? described["documents"] : undefined;
    if (Array.isArray(paths)) return paths.map((path) => new URL(String(path), base));
    return [];
  } catch {
    return [];
  }
}

/** True for a response that is an OpenAPI document. */
async function isDocument(url: string, settings: RequestSettings): Promise<boolean> {
  const text = await fetchText(url, settings);
  // A page of documentation contains the words, too.
  return text !== undefined && !/^\s*</.test(text) && isOpenApiText(text);
}

/** Body of a successful response, or "" for another one. Undefined if the server does not respond. */
async function fetchText(url: string, { signal, headers }: RequestSettings): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json, application/yaml;q=0.9, */*;q=0.1", ...headers },
      redirect: "manual",
      signal,
    });
    if (response.ok) return new TextDecoder().decode(await boundedBody(response, MAX_BYTES));
    await response.body?.cancel();
    return "";
  } catch {
    return undefined;
  }
}
