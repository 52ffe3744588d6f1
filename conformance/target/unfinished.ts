import type { WireResponse } from "../model/wire-message.ts";

/** An answer of which not all came: what did is worth showing. */
export class Unfinished extends Error {
  readonly response: WireResponse;

  constructor(response: WireResponse, cause: unknown) {
    super(endedEarly(response.status, cause instanceof Error ? cause.message : String(cause)), { cause });
    this.response = response;
  }
}

export function endedEarly(status: number, reason: string): string {
  return `The body of status ${status} ended early: ${reason}`;
}
