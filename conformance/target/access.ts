import type { Operation } from "../../contracts/index.ts";
import type { Exchange } from "../model/exchange.ts";

/** What became of the requests that were sent with the usual token to operations that need one. */
export interface Access {
  readonly requests: number;
  /** How many of them were answered 401, 403 or 429, by status: where all were, nothing could be judged. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Remembers whether the target takes the token of the run at all. */
export interface AccessLog {
  seen(exchange: Exchange, operation: Operation, property: string | undefined): void;
  access(): Access;
}

export function createAccessLog(): AccessLog {
  let requests = 0;
  const refused: Record<string, number> = {};
  return {
    seen({ request, response: { status }, as }, { method, security }, property) {
      const isOpen = security.some((requirement) => requirement.length === 0) || security.length === 0;
      // What nobody serves may be answered before anybody asks for a token.
      if (as || isOpen || request.method !== method || property === "removed-gone") return;
      requests++;
      if (isRefusal(status)) refused[status] = (refused[status] ?? 0) + 1;
    },
    access: () => ({ requests, refused: { ...refused } }),
  };
}

/** Whether a status tells only that somebody is not let in, or not now. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 403 || status === 429;
}

/** Why nothing could be judged: every request with the usual token was refused. Nothing where one was not. */
export function refusedEverywhere({ requests, refused }: Access = { requests: 0, refused: {} }): string | undefined {
  const count = Object.values(refused).reduce((sum, each) => sum + each, 0);
  if (requests === 0 || count < requests) return undefined;
  return `Nothing could be judged: every request was refused with ${Object.keys(refused).join(" or ")}; is the token right?`;
}
