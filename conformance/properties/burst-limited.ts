import { judge } from "../checks/index.ts";
import type { Exchange, WireRequest } from "../exchange.ts";
import type { Scope } from "../scope.ts";
import type { Property } from "./property.ts";

const BATCH = 10;
const MAX_BURST = 300;
const MAX_WAIT_SECONDS = 10;
const RETRIES = 3;

/**
 * A burst of requests is answered with a 429 that the contract documents, and after the time it
 * names requests are granted again. Thresholds are not shown (§8) and the specification says "may":
 * only a mock must have one, of the operations that §7 names.
 */
export const burstLimited: Property = {
  id: "burst-limited",
  claim: "A burst gives 429, and the operation recovers",
  phase: "promises",
  writes: true,
  applies: ({ operation }) => operation.responses.some(({ status }) => status === "429"),
  given: ({ requests }) => [{ label: "", requests: requests.valid, runs: 1 }],
  async holds(request, scope) {
    const refused = await burst(request, scope);
    const broken = { check: "burst-limited", basis: "stated" as const, section: "7" };
    if (!("response" in refused)) {
      if (!scope.target.isMock) return [];
      return [
        {
          ...broken,
          key: "unlimited",
          message: `${MAX_BURST} requests in a row were all granted`,
          exchange: refused.last,
        },
      ];
    }
    const findings = judge(refused, scope.contract, scope.operation);
    if (findings.length > 0) return findings;
    const after = await recovered(request, scope, refused);
    const message = `Still status 429 after waiting as Retry-After says, ${RETRIES} times`;
    return after ? [{ ...broken, key: "no recovery", message, exchange: after }] : [];
  },
};

/** The first 429, or the last exchange of a burst that drew none. */
async function burst(request: WireRequest, { exchange }: Scope): Promise<Exchange | { readonly last: Exchange }> {
  let last: Exchange | undefined;
  for (let sent = 0; sent < MAX_BURST; sent += BATCH) {
    const batch = await Promise.all(Array.from({ length: BATCH }, () => exchange(request)));
    const refused = batch.find(({ response }) => response.status === 429);
    if (refused) return refused;
    last = batch.at(-1);
  }
  return { last: last as Exchange };
}

/** Nothing where the operation recovers, else the last 429. */
async function recovered(
  request: WireRequest,
  { exchange, pause }: Scope,
  refused: Exchange,
): Promise<Exchange | undefined> {
  let latest = refused;
  for (let retry = 0; retry < RETRIES; retry++) {
    const seconds = Number(latest.response.headers["retry-after"] ?? 1);
    await pause(Math.min(Number.isFinite(seconds) ? seconds : 1, MAX_WAIT_SECONDS) * 1000);
    latest = await exchange(request);
    if (latest.response.status !== 429) return undefined;
  }
  return latest;
}
