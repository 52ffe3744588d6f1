import type { WireRequest } from "../model/exchange.ts";
import { validateHeaderName, validateHeaderValue } from "node:http";

/** Error for a request that no HTTP client can send. It says nothing about the target. */
export class Unsendable extends Error {
  override readonly name = "Unsendable";
}

/** Headers that undici writes itself and rejects from callers. */
const ofClient = /^(?:transfer-encoding|keep-alive|upgrade|expect)$/;

/**
 * Rejects a request that undici would reject. undici's Pool marks the connection of such a request as busy forever, and
 * later requests hang when no connection is left.
 * @throws Unsendable, whose message contains no header value because the value may be a token.
 */
export function checkSendable({ method, path, headers }: WireRequest): void {
  if (!/^[!#$%&'*+.^`|~\w-]+$/.test(method)) throw new Unsendable(`its method is none: ${JSON.stringify(method)}`);
  if (!/^\/[\u0021-\u00ff]*$/.test(path)) throw new Unsendable("its path or query has characters that no URL has");
  for (const [name, value] of Object.entries(headers))
    if (!isSendable(name, value)) throw new Unsendable(`its header "${name}" cannot be written`);
}

function isSendable(name: string, value: string): boolean {
  if (ofClient.test(name) || (name === "content-length" && !/^\d+$/.test(value))) return false;
  if (name === "connection" && !/^[\w!#$%&'*+.^`|~-]+(?:\s*,\s*[\w!#$%&'*+.^`|~-]+)*$/.test(value.trim())) return false;
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
