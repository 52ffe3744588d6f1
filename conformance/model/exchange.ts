import type { Identity } from "./identity.ts";
import type { WireRequest, WireResponse } from "./wire-message.ts";
import type { Json } from "../../contracts/index.ts";

export interface Exchange {
  /** Without the credentials that it was sent with. */
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Set where the body of the response has the token that the request was sent with. */
  readonly showsToken?: true;
  /** As whom; the usual identity if not said. */
  readonly as?: Identity;
}

const parsed = new WeakMap<object, { readonly json: Json | undefined }>();

/** The body of a request or response as JSON, read once; undefined where it is none. */
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
