import { MAX_BYTES, tooLargeMessage } from "../parsing/read-bounded.ts";
import { ToolError } from "../model/error.ts";
import type { Files } from "./files.ts";
import { bindSecret, maskUrl, revealSecret } from "../secrets/index.ts";
import { boundedBody } from "./bounded-body.ts";

const MAX_REDIRECTS = 5;
const TIMEOUT_MILLISECONDS = 30_000;

/** Files from allowed hosts. Their name is the URL with masked credentials. */
export interface WebFiles extends Files {
  isAllowed(url: string): boolean;
  /** Allows the host of a URL that the user named as an input. */
  allowHostOf(url: string): void;
}

/** Returns true for an http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Maximum sum of the times that all requests take, in milliseconds. */
const MAX_WAIT = 20 * 60_000;

/** Settings of files from the web. */
interface WebFilesSettings {
  readonly signal?: AbortSignal | undefined;
  /** Headers for the hosts of inputs. Other hosts do not receive them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly maxWait?: number;
}

/** Creates a source of files from the given hosts: "api.example.com" (default port), "localhost:8080". */
export function createWebFiles(
  hosts: readonly string[],
  { signal, headers = {}, maxWait = MAX_WAIT }: WebFilesSettings = {},
): WebFiles {
  let elapsed = 0;
  const origins = new Set<string>();
  const boundHeaders = { value: headers, origins };
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  const urlsByName = new Map<string, URL>();
  const bytesByName = new Map<string, Uint8Array>();
  return {
    isAllowed: (url) => isWebUrl(url) && allowed.has(new URL(url).host),
    allowHostOf(url) {
      const { host, origin } = new URL(url);
      allowed.add(host);
      origins.add(origin);
    },
    canonicalName,
    defaultRoot: () => "",
    resolveFile: (reference, from) => {
      // A local document has no URL that a relative reference could be resolved against.
      const baseUrl = urlsByName.get(from)?.href ?? (isWebUrl(from) ? from : undefined);
      const url = URL.parse(reference, baseUrl);
      if (url && isWebUrl(url.href) && allowed.has(url.host)) return canonicalName(url.href);
      return undefined;
    },
    read: async (name) => {
      const cached = bytesByName.get(name);
      if (cached) return cached;
      if (elapsed > maxWait) throw new Error(`the files of the web take more than ${maxWait / 1000} s together`);
      const start = performance.now();
      const bytes = await fetchFollowingRedirects(urlsByName.get(name) ?? new URL(name)).finally(() => {
        elapsed += performance.now() - start;
      });
      bytesByName.set(name, bytes);
      return bytes;
    },
    textOf: (name) => {
      const bytes = bytesByName.get(name);
      return bytes && new TextDecoder().decode(bytes);
    },
  };

  function canonicalName(address: string): string {
    const url = new URL(address);
    url.hash = "";
    const visibleUrl = new URL(url);
    [visibleUrl.username, visibleUrl.password] = ["", ""];
    const name = maskUrl(visibleUrl.href, undefined);
    // Different URLs can have the same masked name. The first URL keeps it.
    if (!urlsByName.has(name)) urlsByName.set(name, url);
    return name;
  }

  /** Fetches a URL and follows redirects to allowed hosts only. */
  async function fetchFollowingRedirects(start: URL): Promise<Uint8Array> {
    const abortSignal = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(TIMEOUT_MILLISECONDS)]);
    const credentials = bindSecret(authorizationHeaders(start), [start]);
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (!allowed.has(url.host)) throw new Error(`it leads to "${url.host}", which is not allowed`);
      const response = await fetchUrl(
        url,
        { ...revealSecret(credentials, url), ...revealSecret(boundHeaders, url) },
        abortSignal,
      );
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, url.href)) {
        await response.body?.cancel();
        url = new URL(location, url);
        if (!isWebUrl(url.href)) throw new Error("it redirects to an address that is not an http or https URL");
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        const hint =
          response.status === 401 || response.status === 403
            ? ": it needs credentials (on the command line: --document-header)"
            : "";
        throw new Error(`it is answered with ${response.status}${hint}`);
      }
      return await readBoundedBody(response, url);
    }
    throw new Error(`it leads on more than ${MAX_REDIRECTS} times`);
  }
}

async function fetchUrl(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  const urlWithoutCredentials = new URL(url);
  [urlWithoutCredentials.username, urlWithoutCredentials.password] = ["", ""];
  try {
    return await fetch(urlWithoutCredentials, { redirect: "manual", headers, signal });
  } catch (error) {
    throw fetchError(url, error as Error, "nothing answers there");
  }
}

function fetchError(url: URL, error: Error, action: string): Error {
  if (error.name === "TimeoutError")
    return new Error(`there is no answer within ${TIMEOUT_MILLISECONDS / 1000} s`, { cause: error });
  if (error.name === "AbortError")
    return new ToolError("interrupted", `Cannot read from "${url.host}": it was interrupted`, { cause: error });
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return new Error(`${action} (${code ?? message})`, { cause: error });
}

function authorizationHeaders({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}

async function readBoundedBody(response: Response, url: URL): Promise<Uint8Array> {
  const bytes = await boundedBody(response, MAX_BYTES).catch((error: unknown) => {
    throw fetchError(url, error as Error, "its answer ends too early");
  });
  if (!bytes) throw new Error(tooLargeMessage);
  return bytes;
}
