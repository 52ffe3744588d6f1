import type { WireRequest, WireResponse } from "../model/exchange.ts";
import type { Presence } from "./presence.ts";
import type { Meter } from "./rate/meter.ts";
import { retryAfterMs } from "./rate/retry-after.ts";
import type { Transmit } from "./transmit.ts";

/** Turn of a request. */
export interface Turn {
  /** Called when the turn begins. */
  readonly begins?: () => void;
  /** Name for the requests that a limit of the target may have in common. Default: method and path. */
  readonly route?: string;
  /** True for a request that waits for no turn, for properties that test the rate limit. */
  readonly isAtOnce?: boolean;
  /** True for a request that is sent even after the end of the run, to remove items. */
  readonly isAfterwards?: boolean;
}

interface SendingContext {
  readonly transmit: Transmit;
  readonly meter: Meter;
  readonly presence: Presence;
  /** True if requests wait for their turns. */
  readonly isPaced: boolean;
  /** Signal that ends the run. */
  readonly signal: AbortSignal | undefined;
}

export const TIMEOUT_MS = 10_000;

/** Maximum wait after a refusal. A longer Retry-After is shortened to it. */
const LONGEST_MS = 60_000;

/**
 * Milliseconds to wait after a 429 (RFC 6585, section 4), or after a 503 with Retry-After (RFC 9110, section 15.6.4).
 * Undefined for any other response. A 503 without Retry-After counts as a fault of the provider.
 */
export function waitAfter({ status, headers }: WireResponse, now: number): number | undefined {
  const isRefusal = status === 429 || (status === 503 && headers["retry-after"] !== undefined);
  if (isRefusal) return retryAfterMs(headers, { now, longestMs: LONGEST_MS });
  return undefined;
}

/**
 * Last step of a request: waits for its turn within the budget of the run, and transmits it, again while nothing listens
 * at the target.
 */
export async function sendInTurn(
  request: WireRequest,
  { begins, route, isAtOnce = false, isAfterwards = false }: Turn,
  { transmit, meter, presence, isPaced, signal }: SendingContext,
): Promise<WireResponse> {
  const ending = isAfterwards ? undefined : signal;
  const name = `${request.method} ${request.path.replace(/\?.*/s, "")}`;
  const limited = route ?? name;
  meter.spend(ending);
  const turn = isPaced && !isAtOnce ? await meter.pace.turn(limited, ending) : undefined;
  begins?.();
  const until = isAfterwards ? AbortSignal.timeout(TIMEOUT_MS) : interruption(request, ending);
  const response = await presence.whilePresent(() => transmit(request, until), name, ending);
  const milliseconds = turn === undefined ? undefined : waitAfter(response, Date.now());
  if (turn !== undefined && milliseconds !== undefined) meter.pace.refused(limited, turn, milliseconds);
  return response;
}

/** Signal that ends a request with the run. A write is awaited, because its response names the item to be removed. */
function interruption({ method }: WireRequest, ending: AbortSignal | undefined): AbortSignal | undefined {
  if (method === "GET" || method === "HEAD") return ending;
  return undefined;
}
