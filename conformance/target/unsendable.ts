import type { WireRequest } from "../model/wire-message.ts";
import { validateHeaderName, validateHeaderValue } from "node:http";

/** A request that no client can put on the wire: nothing is known of the target. */
export class Unsendable extends Error {
  override readonly name = "Unsendable";
}

/** What a client writes itself: undici takes it from nobody. */
const ofClient = /^(?:transfer-encoding|keep-alive|upgrade|expect)$/;

/**
 * What undici refuses by itself, it may not be given: its Pool takes the connection to be busy for ever, and when none
 * is left, requests wait for nothing and never end.
 * @throws Unsendable, which says why without a value: it may be a token.
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
