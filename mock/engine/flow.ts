import {
  type Contract,
  type Operation,
  type Pairs,
  hasMarkers,
  createDebug,
  readQuery,
} from "../../contracts/index.ts";
import { type Addressing, withPrefixedLocation } from "../calls/addressing.ts";
import { withAssumedViolations } from "../calls/assumed.ts";
import type { AdmitCall } from "../behaviours/index.ts";
import type { Answer, Call, World } from "../calls/call.ts";
import type { Authenticator } from "../calls/authenticator.ts";
import { PUBLIC_ORGANIZATION } from "../calls/credentials.ts";
import { withoutBasis } from "../model/basis-header.ts";
import { type MockRequest, type MockResponse, toHeadResponse, noBody } from "../model/exchange.ts";
import { type ObservedExchange, type RecordedExchange, describeMockError, observedExchange } from "../journal/index.ts";
import { refuseSunset } from "../calls/lifecycle.ts";
import { type Metrics, countExchange } from "../metrics/index.ts";
import type { Plan, Plans } from "./plan.ts";
import { type Refusal, errorResponse, problemResponse, refuseStorage } from "../model/problem.ts";
import type { SelfCheck } from "./self-check.ts";
import { withSandbox } from "../semantics/sandbox.ts";
import { StaleUnit } from "../state/stale-unit.ts";
import { StorageError } from "../model/storage-error.ts";
import type { Input } from "../calls/input.ts";
import { type Awaitable, whenKnown } from "../model/awaitable.ts";
import type { Store, Unit } from "../state/store.ts";
import type { Worlds } from "./worlds.ts";

/** Parts that process a request, in this order. */
export interface FlowParts {
  readonly contracts: readonly Contract[];
  readonly addressing: Addressing;
  readonly authenticator: Authenticator;
  readonly planOf: Plans;
  readonly statedOnly: boolean;
  readonly worlds: Worlds;
  readonly admit: AdmitCall | undefined;
  readonly store: Store;
  readonly seed: string;
  readonly selfCheck: SelfCheck | undefined;
  readonly metrics: Metrics;
  readonly observe: ((observed: ObservedExchange, organization: string) => void) | undefined;
  /** Clock for durations of exchanges, in milliseconds. */
  readonly stopwatch: () => number;
}

/** Exchange that is not finished. */
interface Exchange extends RecordedExchange {
  plan: Plan | undefined;
  world: World | undefined;
  /** Changes of the request. Released at its end, because the journal keeps the exchange. */
  unit: Unit | undefined;
}

/** Request of a known organization to a known operation. */
interface Arrival {
  readonly request: MockRequest;
  readonly exchange: Exchange;
  readonly plan: Plan;
  /** Path parameters as sent. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: () => Pairs;
  /** Part of the path before the documented one. */
  readonly prefix: string | undefined;
  /** Documented path, without the query. */
  readonly path: string;
  readonly world: World;
  readonly store: Store;
  /** Time by the clock of the organization. */
  readonly now: number;
}

type Outcome = MockResponse | Answer | Refusal;

const debug = createDebug("mock");

const noResponse: MockResponse = { status: 0, headers: {}, body: noBody };

/** Creates the function that processes a request, from its path to its response and its entry in the journal. */
export function createFlow(parts: FlowParts): (request: MockRequest) => Promise<MockResponse> {
  let markersCache: boolean | undefined;
  return handleExchange;

  /** True if a contract has markers. Determined when a request first names no operation. */
  function hasBasisMarkers(): boolean {
    return (markersCache ??= parts.contracts.some(({ document }) => hasMarkers(document)));
  }

  /** Responds also to an error of the mock itself, so that a test fails instead of waiting. */
  async function handleExchange(request: MockRequest): Promise<MockResponse> {
    const started = parts.stopwatch();
    // All members are set at once, because an object that grows is slower and this runs for each request.
    const exchange: Exchange = {
      request,
      response: noResponse,
      plan: undefined,
      contracts: parts.contracts,
      world: undefined,
      unit: undefined,
      verdict: "answered",
      refusal: undefined,
      mockError: undefined,
      assumedViolations: undefined,
      at: 0,
      durationMs: 0,
      lengths: undefined,
      bytes: 0,
    };
    let response: MockResponse;
    try {
      const responding = respondTo(request, exchange);
      response = responding instanceof Promise ? await responding : responding;
    } catch (error) {
      await exchange.unit?.rollback();
      exchange.verdict = "failed";
      exchange.mockError = describeMockError(error, exchange);
      response =
        error instanceof StorageError && exchange.plan
          ? exchange.plan.writer.refuse(refuseStorage(error), request.url.split("?", 1)[0] as string)
          : errorResponse(error, request.url);
    }
    if (!exchange.plan && !hasBasisMarkers()) response = withoutBasis(response);
    response = withSandbox(response);
    if (request.method === "HEAD") response = toHeadResponse(response);
    journalExchange(exchange, response, parts.stopwatch() - started);
    return response;
  }

  function journalExchange(exchange: Exchange, response: MockResponse, durationMs: number): void {
    exchange.response = response;
    exchange.durationMs = durationMs;
    exchange.unit = undefined;
    // A refused request may have no world yet: if its token is invalid, or if it matches no operation.
    const world =
      exchange.world ?? parts.worlds.of(parts.authenticator.organizationIn(exchange.request) ?? PUBLIC_ORGANIZATION);
    if (!exchange.world) exchange.at = world.clock.now();
    world.journal.record(exchange);
    debug(() => debugLine(exchange, world.organization));
    countExchange(exchange.plan?.tally ?? parts.metrics.unmatched, exchange);
    parts.observe?.(observedExchange(exchange), world.organization);
  }

  /** Response to a request. A promise only if something had to be waited for, because each wait costs time. */
  function respondTo(request: MockRequest, exchange: Exchange): Awaitable<MockResponse> {
    const mark = request.url.indexOf("?");
    const sent = mark < 0 ? request.url : request.url.slice(0, mark);
    const found = parts.addressing.find(request, sent);
    if ("refused" in found) {
      if (found.status === 204)
        return { status: 204, headers: { ...found.headers, "concord-basis": "assumed" }, body: noBody };
      exchange.verdict = "unmatched";
      exchange.refusal = found;
      return problemResponse(found, sent);
    }
    const { prefix, parameters } = found;
    const path = prefix === undefined ? sent : sent.slice(prefix.length) || "/";
    let pairs: Pairs | undefined;
    const query = (): Pairs => (pairs ??= readQuery(mark < 0 ? "" : request.url.slice(mark + 1)));
    const plan = (exchange.plan = parts.planOf(found.operation.route));
    const { operation, contract } = plan;
    if (parts.statedOnly && operation.basis === "assumed")
      return refuseExchange(plan, notStated(operation), path, exchange);
    const authenticate = (): string | Refusal =>
      parts.authenticator.authenticate({ request, contract, operation, parameters, query });
    const enterWorld = (organization: string | Refusal, store = parts.store): Awaitable<MockResponse> => {
      if (typeof organization === "string")
        return arrive(
          { request, exchange, plan, parameters, query, prefix, path, store },
          parts.worlds.of(organization),
        );
      return refuseExchange(plan, organization, path, exchange);
    };
    const organization = authenticate();
    const { tenants } = parts.worlds;
    if (!tenants) return enterWorld(organization);
    const named = typeof organization === "string" ? organization : parts.authenticator.organizationIn(request);
    if (named === undefined) return enterWorld(organization);
    // The clock decides about the expiry of tokens, and another process may have moved it.
    const item = plan.namedItem?.(parameters);
    return tenants.refresh(parts.worlds.of(named), item).then((store) => enterWorld(authenticate(), store));
  }

  function arrive(found: Omit<Arrival, "world" | "now">, world: World): Awaitable<MockResponse> {
    const { request, exchange, plan, path } = found;
    const { operation } = plan;
    exchange.world = world;
    const now = (exchange.at = world.clock.now());
    if (now >= plan.end) return refuseExchange(plan, refuseSunset(operation), path, exchange);
    const unit = (exchange.unit = plan.mayChange || parts.admit ? found.store.begin?.() : undefined);
    const store = unit?.store ?? found.store;
    const arrival: Arrival = { ...found, world, store, now };
    const admission = parts.admit?.({ operation, request, path, world, store, now, seed: parts.seed });
    return whenKnown(admission, (refusal) =>
      refusal ? finishUnit(unit, refuseExchange(plan, refusal, path, exchange)) : readAndAnswer(arrival),
    );
  }

  function readAndAnswer(arrival: Arrival): Awaitable<MockResponse> {
    const { request, exchange, plan, parameters, query, path, world, now } = arrival;
    // A request that a fault refuses counts against the limit as well.
    const limiting = plan.countArrival?.({ operation: plan.operation, world, now });
    const { faults } = world;
    const run = world.exclusively ?? atOnce;
    // The shared state may have other faults by then.
    const affect = () => faults.calls && run(() => faults.calls?.affect(plan.contract, plan.operation, request));
    return whenKnown(limiting, (limitRefusal) =>
      whenKnown(affect(), (effect) => {
        const applyEffect = (responding: Awaitable<MockResponse>): Awaitable<MockResponse> =>
          effect ? whenKnown(responding, (response) => run(() => effect.change(response))) : responding;
        const earlyRefusal = effect?.refusal ?? limitRefusal;
        if (earlyRefusal)
          return applyEffect(finishUnit(exchange.unit, refuseExchange(plan, earlyRefusal, path, exchange)));
        const reading = plan.reader.read(request, parameters, query, faults.calls?.restoreIn?.(plan.contract));
        const carryOut = parts.store.database ? carryOutAgain : carryOutOnce;
        return applyEffect(whenKnown(reading, (input) => carryOut(arrival, input)));
      }),
    );
  }

  function carryOutOnce(arrival: Arrival, input: Input | Refusal): Awaitable<MockResponse> {
    const outcome = "refused" in input ? input : computeOutcome(arrival, input);
    return whenKnown(outcome, (known) => responseTo(arrival, known));
  }

  /** Carries a request out again whose changes were not stored, because another process has changed the same items. */
  async function carryOutAgain(arrival: Arrival, input: Input | Refusal): Promise<MockResponse> {
    try {
      return await carryOutOnce(arrival, input);
    } catch (error) {
      if (!(error instanceof StaleUnit)) throw error;
      const { exchange } = arrival;
      await exchange.unit?.rollback();
      exchange.verdict = "answered";
      exchange.refusal = undefined;
      const unit = (exchange.unit = parts.store.begin?.(true));
      return carryOutOnce({ ...arrival, store: unit?.store ?? parts.store }, input);
    }
  }

  function computeOutcome(arrival: Arrival, input: Input): Awaitable<Outcome> {
    const { request, exchange, plan, path, world, store, now } = arrival;
    const { seed } = parts;
    if (input.assumedViolations) {
      exchange.assumedViolations = input.assumedViolations;
      parts.selfCheck?.allowAssumedViolations();
    }
    const prefer = request.headers["prefer"];
    const preferred =
      prefer === undefined
        ? undefined
        : plan.preferred(prefer, { path, name: `${seed} ${world.organization} ${path}` });
    if (preferred) return preferred;
    const { contract, operation, carryOut, handler } = plan;
    const call: Call = { contract, operation, request, path, world, input, store, now, seed };
    return (carryOut ?? handler)(call);
  }

  function responseTo({ exchange, plan, prefix, path }: Arrival, outcome: Outcome): Awaitable<MockResponse> {
    const response =
      "refused" in outcome
        ? refuseExchange(plan, outcome, path, exchange)
        : checkOwnResponse(
            plan,
            withPrefixedLocation(
              prefix,
              "body" in outcome ? outcome : plan.writer.answer(outcome, exchange.request.headers["accept"]),
            ),
          );
    const isDiscarded = "refused" in outcome || response.status >= 500;
    return whenKnown(finishUnit(exchange.unit, response, isDiscarded), (stored) =>
      exchange.assumedViolations ? withAssumedViolations(stored, exchange.assumedViolations) : stored,
    );
  }

  /** Stores the changes of a request, or discards them: a refused request changes nothing. */
  function finishUnit(
    unit: Unit | undefined,
    response: MockResponse,
    isDiscarded = response.status >= 500,
  ): Awaitable<MockResponse> {
    const finishing = isDiscarded ? unit?.rollback() : unit?.commit();
    if (finishing instanceof Promise) return finishing.then(() => response);
    return response;
  }

  function refuseExchange(plan: Plan, refusal: Refusal, path: string, exchange: Exchange): MockResponse {
    exchange.verdict = "refused";
    exchange.refusal = refusal;
    return checkOwnResponse(plan, plan.writer.refuse(refusal, path));
  }

  /** @throws Error if the self-check is on and the response violates the contract. */
  function checkOwnResponse({ contract, operation }: Plan, response: MockResponse): MockResponse {
    const problems = parts.selfCheck?.problems(contract, operation, response) ?? [];
    if (problems.length === 0) return response;
    throw new Error(`the answer ${response.status} does not fit its contract: ${problems.join("; ")}`);
  }
}

/** Runs a change of a world that no other process shares. */
function atOnce<T>(change: () => T): T {
  return change();
}

/** One exchange in a line, and the reason if it was refused. The query may hold a credential, and is left out. */
function debugLine({ request, response, plan, verdict, refusal, mockError }: Exchange, organization: string): string {
  const line = `${request.method} ${request.url.split("?", 1)[0]} ${response.status} ${verdict}`;
  const operation = plan ? `${plan.operation.api} ${plan.operation.name}` : "no operation";
  const violations = (refusal?.violations ?? []).map(
    ({ in: place, pointer, expected }) => `expected in the ${place}${pointer && ` at ${pointer}`}: ${expected}`,
  );
  const reasons = [refusal?.refused, ...violations, mockError && JSON.stringify(mockError)].filter(Boolean);
  return [`${line} (${operation}, organization ${organization})`, ...reasons].join(": ");
}

function notStated(operation: Operation): Refusal {
  return {
    refused: `${operation.name} is assumed: the specification does not show it, and only stated operations are served`,
    status: 501,
  };
}
