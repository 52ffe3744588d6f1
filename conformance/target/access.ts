import { type SecurityScheme, omitUndefined } from "../../contracts/index.ts";
import { cheapestRequirement } from "../credentials/authorize.ts";
import { credentialRemedy } from "../credentials/credential-remedy.ts";
import type { ExchangeRecord, WireResponse } from "../model/exchange.ts";
import { sparesSender } from "../model/refusal-words.ts";

/** Counts of the requests with the usual token to operations that require credentials. */
export interface Access {
  readonly requests: number;
  /** Number of responses 401, 403 and 429, by status. If every request was refused, the run could judge nothing. */
  readonly refused: Readonly<Record<string, number>>;
  /** Security schemes of the refused requests, and the options for their credentials. Absent if any request succeeded. */
  readonly remedy?: string;
}

/** Log of accepted and refused requests, to detect a target that refuses the token of the run. */
export interface AccessLog {
  record(record: Pick<ExchangeRecord, "exchange" | "operation" | "property">): void;
  access(): Access;
}

export function createAccessLog(): AccessLog {
  let requests = 0;
  const refused: Record<string, number> = {};
  const schemes = new Map<string, SecurityScheme>();
  let hasSucceeded = false;
  return {
    record({ exchange: { request, response, as }, operation: { method, security }, property }) {
      const { status } = response;
      const isOpen = security.some((requirement) => requirement.length === 0) || security.length === 0;
      // Removed operations are excluded, because a server may answer an unknown path before it checks credentials.
      if (as || isOpen || request.method !== method || property === "removed-gone") return;
      requests++;
      hasSucceeded ||= status < 400;
      if (!refusesSender(response)) return;
      refused[status] = (refused[status] ?? 0) + 1;
      if (status !== 429) for (const scheme of cheapestRequirement(security) ?? []) schemes.set(scheme.name, scheme);
    },
    access() {
      const remedy = schemes.size === 0 || hasSucceeded ? undefined : credentialRemedy([...schemes.values()]);
      return omitUndefined({ requests, refused: { ...refused }, remedy });
    },
  };
}

/** True if a response refuses the sender (401, 403) or the rate of requests (429), not the content of the request. */
export function refusesSender(response: WireResponse): boolean {
  const { status } = response;
  return status === 401 || status === 429 || (status === 403 && !sparesSender(response));
}

/** Message for a run in which every request with the usual token was refused. Undefined if any was accepted. */
export function refusedEverywhere(
  { requests, refused, remedy }: Access = { requests: 0, refused: {} },
): string | undefined {
  const count = Object.values(refused).reduce((sum, each) => sum + each, 0);
  if (requests === 0 || count < requests) return undefined;
  return `Nothing could be judged: every request was refused with ${Object.keys(refused).join(" or ")}; is the token right?${remedy === undefined ? "" : ` ${remedy}`}`;
}
