import type { Identity } from "./identity.ts";
import type { WireRequest, WireResponse } from "./wire-message.ts";
import { type Json, oncePer } from "../../contracts/index.ts";

export interface Exchange {
  /** Request without its credentials. */
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Set if the response body contains the token of the request. */
  readonly showsToken?: true;
  /** Identity of the sender. Defaults to the usual identity. */
  readonly as?: Identity;
}

/** Body of a request or response as JSON, parsed once. Undefined if the body is not JSON. */
export const jsonIn: (message: Pick<WireRequest | WireResponse, "body">) => Json | undefined = oncePer((message) =>
  parse(message.body ?? ""),
);

function parse(text: string): Json | undefined {
  // Most requests have no body, and an error with its stack takes long to create.
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Key of a member with its value, for sets. */
export function memberKey(name: string, value: Json): string {
  return `${name} ${JSON.stringify(value)}`;
}
