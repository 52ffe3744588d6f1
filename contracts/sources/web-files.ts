import { MAX_BYTES, tooLargeMessage } from "../parsing/read-bounded.ts";
import { ToolError } from "../model/error.ts";
import type { Files } from "./files.ts";
import { maskUrl } from "../secrets/index.ts";
import { boundedBody } from "./bounded-body.ts";

const MAX_REDIRECTS = 5;
const TIMEOUT_MILLISECONDS = 30_000;

/** Files of the web, from hosts that are allowed only. They go by their URL, without what is secret in it. */
export interface WebFiles extends Files {
  isAllowed(url: string): boolean;
}

/** Whether a text is a URL that can be fetched. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Milliseconds that all files take together, those at the same time counted each. */
const MAX_WAIT = 20 * 60_000;

/** The files of some hosts: "api.example.com" is one with the usual port, "localhost:8080" another. */
export function createWebFiles(hosts: readonly string[], signal?: AbortSignal, maxWait = MAX_WAIT): WebFiles {
  let waited = 0;
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  const addresses = new Map<string, URL>();
  const texts = new Map<string, Uint8Array>();
  return {
    isAllowed: (url) => isWebUrl(url) && allowed.has(new URL(url).host),
    nameOf,
    rootOf: () => "",
    fileOf: (reference, from) => {
      // A document of this machine has no address that a reference could be relative to.
      const base = addresses.get(from)?.href ?? (isWebUrl(from) ? from : undefined);
      const url = URL.parse(reference, base);
      return url && isWebUrl(url.href) && allowed.has(url.host) ? nameOf(url.href) : undefined;
    },
    read: async (name) => {
      const known = texts.get(name);
      if (known) return known;
      if (waited > maxWait) throw new Error(`the files of the web take more than ${maxWait / 1000} s together`);
      const start = performance.now();
      const bytes = await get(addresses.get(name) ?? new URL(name)).finally(() => {
        waited += performance.now() - start;
      });
      texts.set(name, bytes);
      return bytes;
    },
    textOf: (name) => {
      const bytes = texts.get(name);
      return bytes && new TextDecoder().decode(bytes);
    },
  };

  function nameOf(address: string): string {
    const url = new URL(address);
    url.hash = "";
    const shown = new URL(url);
    [shown.username, shown.password] = ["", ""];
    const name = maskUrl(shown.href, undefined);
    // What was masked once is named by that from then on.
    if (!addresses.has(name)) addresses.set(name, url);
    return name;
  }

  /** A host that is allowed may not pass the request on to one that is not. */
  async function get(start: URL): Promise<Uint8Array> {
    const ended = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(TIMEOUT_MILLISECONDS)]);
    let url = start;
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (!allowed.has(url.host)) throw new Error(`it leads to "${url.host}", which is not allowed`);
      const response = await fetched(url, url.host === start.host ? credentialsOf(start) : {}, ended);
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location !== null && URL.canParse(location, url.href)) {
        await response.body?.cancel();
        url = new URL(location, url);
        if (!isWebUrl(url.href)) throw new Error("it leads to what is no http or https URL");
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`it is answered with ${response.status}`);
      }
      return await bytesOf(response, url);
    }
    throw new Error(`it leads on more than ${MAX_REDIRECTS} times`);
  }
}

async function fetched(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  const address = new URL(url);
  [address.username, address.password] = ["", ""];
  try {
    return await fetch(address, { redirect: "manual", headers, signal });
  } catch (error) {
    throw failureOf(url, error as Error, "nothing answers there");
  }
}

function failureOf(url: URL, error: Error, what: string): Error {
  if (error.name === "TimeoutError")
    return new Error(`there is no answer within ${TIMEOUT_MILLISECONDS / 1000} s`, { cause: error });
  if (error.name === "AbortError")
    return new ToolError("interrupted", `Cannot read from "${url.host}": it was interrupted`, { cause: error });
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return new Error(`${what} (${code ?? message})`, { cause: error });
}

function credentialsOf({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString("base64")}` };
}

async function bytesOf(response: Response, url: URL): Promise<Uint8Array> {
  const bytes = await boundedBody(response, MAX_BYTES).catch((error: unknown) => {
    throw failureOf(url, error as Error, "its answer ends too early");
  });
  if (!bytes) throw new Error(tooLargeMessage);
  return bytes;
}
