import type { WireRequest } from "./wire-message.ts";
import type { Operation } from "../../contracts/index.ts";

/** As whom a request is sent, where that is not the usual one. */
export interface Identity {
  readonly id: "none" | "garbage" | "scheme-alone" | "expired" | "read-only" | "other";
  /** What the request is sent with: "a token that has expired". */
  readonly words: string;
  /** The environment variable that commands take its token from; nothing where it has no secret. */
  readonly variable?: string;
  /** Whether its token is a user and a password. */
  readonly hasPassword?: boolean;
  /** Nothing where the schemes of the operation have no such credentials. */
  authorize(operation: Operation, request: WireRequest): WireRequest | undefined;
}
