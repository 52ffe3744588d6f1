import { counted } from "../model/counted.ts";
import {
  type DocumentedRate,
  documentedRate,
  findResponse,
  type Json,
  isObject,
  extractItemId,
} from "../../contracts/index.ts";
import { weakestBasis } from "../model/weakest-basis.ts";
import type { Exchange, WireRequest } from "../model/exchange.ts";
import { type Property, hasPlain } from "../scope/property.ts";
import { isSuccess } from "../items/fields.ts";
import type { Scope } from "../scope/scope.ts";
import type { Permission } from "../target/permissions.ts";
import type { Finding } from "../checks/finding.ts";
import { findFirstDifference } from "../items/difference.ts";
import { rolesFor } from "../model/roles.ts";

/** Check for items that refused requests left behind. */
interface RefusedItemCheck {
  /** Exchange whose list has an item that no successful request created. Undefined if there is none. */
  left(granted: readonly Exchange[]): Promise<Exchange | undefined>;
}

/** With fewer members, an unrelated item could look alike. */
const LEAST_MEMBERS = 2;

/** Creates an item and lists the collection. Undefined if that is not possible. */
async function createRefusedItemCheck(
  request: WireRequest,
  { exchange, contract, operation, resource }: Scope,
): Promise<RefusedItemCheck | undefined> {
  if (!resource?.operationOf("list")) return undefined;
  const item = resource.createdItem(await exchange(request));
  const role = rolesFor(contract).get(operation);
  if (!item || role?.idProperty === undefined || Object.keys(item.sent).length < LEAST_MEMBERS) return undefined;
  const listNow = async () => {
    const listExchange = await resource.sendRequest("list", item);
    const items = listExchange && resource.itemsIn(listExchange);
    return (
      listExchange &&
      items && {
        answered: listExchange,
        items,
        ids: new Set(items.map((each) => String(extractItemId(each, role)))),
      }
    );
  };
  const before = await listNow();
  if (!before) return undefined;
  return {
    async left(granted) {
      const createdItems = granted
        .filter(({ response }) => response.status < 300)
        .map((each) => resource.createdItem(each));
      // An accepted request whose item is unknown could explain any listed item.
      if (createdItems.some((each) => !each)) return undefined;
      const known = new Set([item, ...createdItems].map((each) => String(each?.id)));
      const after = await listNow();
      // If items have left the page, older ones may have moved into it.
      if (!after || [...before.ids].some((id) => !after.ids.has(id))) return undefined;
      const hasUnexplainedItem = after.items.some((each) => {
        const id = String(extractItemId(each, role));
        return !known.has(id) && !before.ids.has(id) && hasSentValues(item.sent, each);
      });
      if (hasUnexplainedItem) return after.answered;
      return undefined;
    },
  };
}

/** True if a listed item has all sent values. */
function hasSentValues(sent: Json, shown: Json): boolean {
  if (!isObject(sent) || !isObject(shown)) return false;
  return (
    Object.keys(sent).every((name) => Object.hasOwn(shown, name)) && findFirstDifference(sent, shown) === undefined
  );
}

const BATCH = 10;
const MAX_BURST = 300;
const MAX_WAIT_SECONDS = 10;
const RETRIES = 3;
/** Time beyond that in Retry-After, because the clocks of client and provider differ by the way of the response. */
const SLACK_MS = 100;
const stillRefused = `Still status 429 after waiting as Retry-After says, ${RETRIES} times`;

const permission: Permission = {
  isGranted: (permissions, isMock) => isMock || permissions.burst === true,
  reason: "bursts are sent only on request",
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
    const before = await scope.exchangeAtOnce(request);
    if (before.response.status === 429) {
      const flaws = scope.judge(before);
      if (flaws.length > 0) return flaws;
      const after = await recovered(request, scope, before);
      if (after.response.status === 429) return [broken(scope, "no recovery", stillRefused, after)];
    }
    const trace = await createRefusedItemCheck(request, scope);
    const first = await sendUntilRefused(request, scope);
    const { refusals, granted, last, milliseconds } = first;
    const [refused] = refusals;
    if (!refused && granted.every(({ response }) => response.status >= 300)) {
      const statuses = [...new Set(granted.map(({ response }) => response.status))].join(", ");
      scope.inconclusive(`No request of a burst succeeded (${statuses}): whether 429 is as documented is not known`);
      return [];
    }
    const rate = documentedRate(scope.contract, scope.operation);
    if (!refused) {
      if (rate && exceedsRate(rate, milliseconds)) {
        const message = `${MAX_BURST} requests in a row were all granted, and the description says "${rate.words}"`;
        return [{ ...broken(scope, "unlimited", message, last), basis: "assumed" }];
      }
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
    if (list)
      return [
        { ...broken(scope, "trace", "An item whose creation was refused with 429 is listed", list), steps: [refused] },
      ];
    const wrong = await wrongInSecondBurst(request, scope, first);
    if (!wrong) return [];
    await recovered(request, scope, wrong.exchange);
    const again = await wrongInSecondBurst(request, scope, first);
    return again ? [again] : [];
  },
};

function broken({ operation }: Scope, key: string, message: string, exchange: Exchange): Finding {
  const basis = weakestBasis(operation.basis, findResponse(operation, 429)?.basis);
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

/** True if a burst of the largest size, in some time, exceeds the limit of a description whenever its period begins. */
function exceedsRate(rate: DocumentedRate, milliseconds: number): boolean {
  return rate.limit * (Math.ceil(milliseconds / rate.milliseconds) + 1) < MAX_BURST;
}

/** Sends a burst until it is refused, and then one request for each valid variant. */
async function sendUntilRefused(request: WireRequest, { exchangeAtOnce, coverage }: Scope): Promise<Burst> {
  const exchanges: Exchange[] = [];
  const started = performance.now();
  const sendBurst = async (requests: readonly WireRequest[]): Promise<readonly Exchange[]> => {
    const batch = await Promise.all(requests.map((each) => exchangeAtOnce(each)));
    exchanges.push(...batch);
    return batch;
  };
  const isRateRefusal = ({ response }: Exchange): boolean => response.status === 429;
  while (exchanges.length < MAX_BURST) {
    const batch = await sendBurst(Array.from({ length: BATCH }, () => request));
    if (!batch.some(isRateRefusal)) continue;
    const validRequests = (coverage?.valid ?? []).filter(({ isDoubtful }) => !isDoubtful);
    await sendBurst(validRequests.slice(0, BATCH).map((each) => each.request));
    break;
  }
  return {
    refusals: exchanges.filter(isRateRefusal),
    granted: exchanges.filter((each) => !isRateRefusal(each)),
    last: exchanges.at(-1) as Exchange,
    milliseconds: performance.now() - started,
  };
}

/** Shortest time in Retry-After that a request at once is certainly within, in seconds. Times are rounded up. */
const EARLY_SECONDS = 2;

/** Factor by which a second burst exceeds the first one if its limit is missing. A burst may fall into two windows. */
const MIN_EXCESS = 3;

/**
 * In a second burst: no limit, although the first burst had one, a request that is refused after the time that a refusal
 * named, or one that is granted long before (RFC 9110, section 10.2.3). The first and the last are "assumed", because a
 * provider may have several limits and may name a longer time. A limit in a description is "assumed" as well.
 */
async function wrongInSecondBurst(request: WireRequest, scope: Scope, first: Burst): Promise<Finding | undefined> {
  const { exchangeAtOnce, pause, contract, operation } = scope;
  const rate = documentedRate(contract, operation);
  const isWaitedFor = rate !== undefined && rate.milliseconds <= MAX_WAIT_SECONDS * 1000;
  // No earlier request counts after a whole period.
  if (isWaitedFor) await pause(rate.milliseconds + SLACK_MS);
  const second = await sendUntilRefused(request, scope);
  const [early] = second.refusals;
  if (isWaitedFor && early && second.granted.length < rate.limit) {
    const message = `A burst was refused after ${counted(second.granted.length, "request")}, and the description says "${rate.words}"`;
    return { ...broken(scope, "refused early", message, early), basis: "assumed" };
  }
  if (isUnlimitedAfter(first, second)) {
    const granted = counted(first.granted.length, "request");
    const message = `A burst was refused after ${granted}, and all ${second.granted.length} requests of the next burst were granted`;
    return { ...broken(scope, "limited once", message, second.last), basis: "assumed" };
  }
  const refused = second.refusals.at(-1);
  const seconds = refused && readRetrySeconds(refused);
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

/** True if a limit by rate would have refused the second burst as it did the first: longer, at the same rate or above. */
function isUnlimitedAfter(first: Burst, second: Burst): boolean {
  const allGranted = second.granted.filter((each) => isSuccess(each)).length === MAX_BURST;
  const isAsFast = second.milliseconds / second.granted.length <= first.milliseconds / countBurstRequests(first);
  return allGranted && isAsFast && second.granted.length >= MIN_EXCESS * countBurstRequests(first);
}

function countBurstRequests({ granted, refusals }: Burst): number {
  return granted.length + refusals.length;
}

/** Seconds of a Retry-After header. Undefined for a date or no header. */
function readRetrySeconds({ response }: Exchange): number | undefined {
  const text = response.headers["retry-after"] ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  return undefined;
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
