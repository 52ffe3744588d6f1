import type { WireRequest } from "../model/wire-message.ts";
import { responseFor } from "../../contracts/index.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import type { Exchange } from "../model/exchange.ts";
import { type Property, hasPlain } from "../scope/property.ts";
import { isSuccess } from "../items/fields.ts";
import { createRefusedItemCheck } from "./refused-item-check.ts";
import type { Scope } from "../scope/scope.ts";
import type { Permission } from "../target/permissions.ts";
import type { Finding } from "../checks/finding.ts";

const BATCH = 10;
const MAX_BURST = 300;
const MAX_WAIT_SECONDS = 10;
const RETRIES = 3;
/** Time beyond that in Retry-After, because the clocks of client and provider differ by the way of the response. */
const SLACK_MS = 100;
const stillRefused = `Still status 429 after waiting as Retry-After says, ${RETRIES} times`;

const permission: Permission = {
  isGranted: (permissions, isMock) => isMock || permissions.burst === true,
  reason: "bursts are sent where that was asked for",
  option: "--burst",
};

/**
 * A burst of requests gets the documented 429, refused requests leave no trace, and requests succeed again after the
 * named time. A provider need not have a limit: only a mock must have one. Other targets get a burst only with
 * `--burst`.
 */
export const burstLimited: Property = {
  id: "burst-limited",
  claim: "A burst gets 429, refused requests change nothing, and the operation recovers",
  phase: "promises",
  isOnce: true,
  writes: true,
  permission,
  applies: ({ operation, target, permissions }) =>
    permission.isGranted(permissions, target.isMock) && operation.responses.some(({ status }) => status === "429"),
  hasRequests: hasPlain,
  // A list with one request, because shrinking would send one burst after the other.
  given: ({ coverage }) => [{ label: "", requests: coverage ? [coverage.plain] : [], runs: 1 }],
  async holds(request, scope) {
    // Earlier requests may have used up the limit.
    const first = await scope.exchangeAtOnce(request);
    if (first.response.status === 429) {
      const flaws = scope.judge(first);
      if (flaws.length > 0) return flaws;
      const after = await recovered(request, scope, first);
      if (after.response.status === 429) return [broken(scope, "no recovery", stillRefused, after)];
    }
    const trace = await createRefusedItemCheck(request, scope);
    const { refusals, granted, last, milliseconds } = await burst(request, scope);
    const [refused] = refusals;
    if (!refused && granted.every(({ response }) => response.status >= 300)) {
      const statuses = [...new Set(granted.map(({ response }) => response.status))].join(", ");
      scope.inconclusive(`No request of a burst succeeded (${statuses}): whether 429 is as documented is not known`);
      return [];
    }
    if (!refused) {
      if (!(await mustRefuse(milliseconds, scope))) {
        scope.inconclusive(
          `${MAX_BURST} requests in a row were all granted: whether 429 is as documented is not known`,
        );
        return [];
      }
      return [broken(scope, "unlimited", `${MAX_BURST} requests in a row were all granted`, last)];
    }
    const findings = refusals.flatMap((each) => scope.judge(each));
    if (findings.length > 0) return findings;
    const after = await recovered(request, scope, refused);
    if (after.response.status === 429) return [broken(scope, "no recovery", stillRefused, after)];
    const list = await trace?.left([...granted, after]);
    if (list) return [{ ...broken(scope, "trace", "What was refused with 429 is listed", list), steps: [refused] }];
    const wrongTime = await wrongRetryAfter(request, scope);
    if (!wrongTime) return [];
    await recovered(request, scope, wrongTime.exchange);
    const again = await wrongRetryAfter(request, scope);
    return again ? [again] : [];
  },
};

function broken({ operation }: Scope, key: string, message: string, exchange: Exchange): Finding {
  const basis = weakestBasis(operation.basis, responseFor(operation, 429)?.basis);
  return { check: "burst-limited", basis, key, message, exchange };
}

interface Burst {
  /** Responses with status 429. */
  readonly refusals: readonly Exchange[];
  /** All other responses. */
  readonly granted: readonly Exchange[];
  readonly last: Exchange;
  /** Duration of the burst. */
  readonly milliseconds: number;
}

/** True if the burst exceeds the limit that the mock reports. */
async function mustRefuse(milliseconds: number, { target }: Scope): Promise<boolean> {
  const limit = await target.limit();
  return limit !== undefined && limit.burst + limit.perSecond * Math.ceil(milliseconds / 1000) < MAX_BURST;
}

/** Sends a burst until it is refused, and then one request for each valid variant. */
async function burst(request: WireRequest, { exchangeAtOnce, coverage }: Scope): Promise<Burst> {
  const exchanges: Exchange[] = [];
  const started = performance.now();
  const send = async (requests: readonly WireRequest[]): Promise<readonly Exchange[]> => {
    const batch = await Promise.all(requests.map((each) => exchangeAtOnce(each)));
    exchanges.push(...batch);
    return batch;
  };
  const isRefused = ({ response }: Exchange): boolean => response.status === 429;
  while (exchanges.length < MAX_BURST) {
    const batch = await send(Array.from({ length: BATCH }, () => request));
    if (!batch.some(isRefused)) continue;
    const validRequests = (coverage?.valid ?? []).filter(({ isDoubtful }) => !isDoubtful);
    await send(validRequests.slice(0, BATCH).map((each) => each.request));
    break;
  }
  return {
    refusals: exchanges.filter(isRefused),
    granted: exchanges.filter((each) => !isRefused(each)),
    last: exchanges.at(-1) as Exchange,
    milliseconds: performance.now() - started,
  };
}

/** Shortest time in Retry-After that a request at once is certainly within, in seconds. Times are rounded up. */
const EARLY_SECONDS = 2;

/**
 * A request that is refused after the time that a refusal named, or one that is granted long before (RFC 9110, section
 * 10.2.3). The latter is "assumed", because a provider may name a longer time.
 */
async function wrongRetryAfter(request: WireRequest, scope: Scope): Promise<Finding | undefined> {
  const { exchangeAtOnce, pause } = scope;
  const refused = (await burst(request, scope)).refusals.at(-1);
  const seconds = refused && secondsOf(refused);
  if (!refused || seconds === undefined) return undefined;
  const atOnce = seconds > EARLY_SECONDS ? await exchangeAtOnce(request) : undefined;
  if (atOnce && isSuccess(atOnce)) {
    const message = `A request was granted at once after a 429 with Retry-After ${seconds}`;
    return { ...broken(scope, "retry-after long", message, atOnce), basis: "assumed", steps: [refused] };
  }
  if (seconds > MAX_WAIT_SECONDS) return undefined;
  await pause(seconds * 1000 + SLACK_MS);
  const after = await exchangeAtOnce(request);
  if (after.response.status !== 429) return undefined;
  const message = `A request was refused with 429 again after ${seconds} s, the time in Retry-After`;
  return { ...broken(scope, "retry-after short", message, after), steps: [refused] };
}

/** Seconds of a Retry-After header. Undefined for a date or no header. */
function secondsOf({ response }: Exchange): number | undefined {
  const text = response.headers["retry-after"] ?? "";
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** First response that is not 429, or the last 429. */
async function recovered(request: WireRequest, { exchangeAtOnce, pause }: Scope, refused: Exchange): Promise<Exchange> {
  let latest = refused;
  for (let retry = 0; retry < RETRIES; retry++) {
    const seconds = Number(latest.response.headers["retry-after"] ?? 1);
    await pause(Math.min(Number.isFinite(seconds) ? seconds : 1, MAX_WAIT_SECONDS) * 1000);
    latest = await exchangeAtOnce(request);
    if (latest.response.status !== 429) break;
  }
  return latest;
}
