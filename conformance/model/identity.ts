import type { WireRequest } from "./wire-message.ts";
import type { Operation } from "../../contracts/index.ts";

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
