import type { Identity } from "./identity.ts";
import type { WireRequest, WireResponse } from "./wire-message.ts";
import type { Json } from "../../contracts/index.ts";

export interface Exchange {
  /** Request without its credentials. */
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Set if the response body contains the token of the request. */
  readonly showsToken?: true;
  /** Identity of the sender. Defaults to the usual identity. */
  readonly as?: Identity;
}

const parsed = new WeakMap<object, { readonly json: Json | undefined }>();

/** Body of a request or response, parsed as JSON and cached. Undefined if the body is not JSON. */
export function jsonIn(message: Pick<WireRequest | WireResponse, "body">): Json | undefined {
  let known = parsed.get(message);
  if (!known) parsed.set(message, (known = { json: parse(message.body ?? "") }));
  return known.json;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
