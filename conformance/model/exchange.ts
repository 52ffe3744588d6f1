import { type Contract, type Json, type Operation, oncePer } from "../../contracts/index.ts";

/** HTTP request as sent to the target. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** HTTP response as received. */
export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded body. */
  readonly body: string;
  /** Content coding of a body that was not decoded: unknown to Concord, or not what the header says. */
  readonly unread?: { readonly coding: string; readonly reason: "unknown" | "broken" };
  /** Time from the last byte sent to the last byte received, if measured. */
  readonly milliseconds?: number;
}

/** Sender of a request other than the usual identity. */
export interface Identity {
  readonly id: "none" | "garbage" | "scheme-alone" | "expired" | "read-only" | "other";
  /** Description of the credentials for messages: "a token that has expired". */
  readonly description: string;
  /** Environment variable that holds the token in printed commands. Absent if the identity has no secret. */
  readonly variable?: string;
  /** True if the token is a user name and a password. */
  readonly hasPassword?: boolean;
  /** Request with the credentials of this identity. Undefined if the security schemes cannot express them. */
  authorize(operation: Operation, request: WireRequest): WireRequest | undefined;
}

export interface Exchange {
  /** Request without its credentials. */
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** Set if the response body contains the token of the request. */
  readonly showsToken?: true;
  /** Identity of the sender. Defaults to the usual identity. */
  readonly as?: Identity;
}

/** Exchange with the operation that it belongs to. */
export interface OperationExchange {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly contract: Contract;
}

/** The one record of an exchange, which all logs of a run read. */
export interface ExchangeRecord extends OperationExchange {
  /** Id of the property that sent the request. Undefined for a request that prepares a trial, and for traffic of others. */
  readonly property: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly durationMs: number;
  /** Ids of the findings that the exchange shows. */
  readonly findings: Set<string>;
}

/** Body of a request or response as JSON, parsed once. Undefined if the body is not JSON. */
export const jsonIn: (message: Pick<WireRequest | WireResponse, "body">) => Json | undefined = oncePer((message) =>
  parseBodyText(message.body ?? ""),
);

function parseBodyText(text: string): Json | undefined {
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
