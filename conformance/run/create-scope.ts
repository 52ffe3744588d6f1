import type { Trial } from "./trial.ts";
import { type TrialLog, createTrialLog } from "./sending/trial-log.ts";
import type { ExchangeTiming } from "../archive/exchange-details.ts";
import type { Send } from "../items/item.ts";
import type { Identity } from "../model/identity.ts";
import type { WireRequest } from "../model/wire-message.ts";
import {
  type Basis,
  type Contract,
  type Json,
  type Operation,
  isObject,
  parameterNamesIn,
} from "../../contracts/index.ts";
import { arrange, arrangeReferences } from "../items/arrange.ts";
import { judge } from "../checks/index.ts";
import { responseFailureOf } from "../checks/response-failure.ts";
import { type Exchange, jsonIn, memberKey } from "../model/exchange.ts";
import { pathValuesByName } from "../items/items.ts";
import { createsItems } from "../items/creates-items.ts";
import { recordFailedRequest } from "./sending/failed-requests.ts";
import { createRequestSettler } from "./sending/settle-requests.ts";
import { organizationIn } from "../target/organization.ts";
import { kept } from "../model/kept.ts";
import { coverageOf } from "../requests/coverage.ts";
import type { References } from "../requests/references.ts";
import { type Known, createRequests } from "../requests/requests.ts";
import { type Accepted, resourceOf } from "../items/resource.ts";
import { rolesFor } from "../model/roles.ts";
import type { Scope } from "../scope/scope.ts";
import { Endless, Unfinished } from "../target/unfinished.ts";
import type { Target } from "../target/target.ts";
import { unjudgedSender } from "./sending/unjudged-sender.ts";
import { lookBefore } from "./undoing/look-before.ts";
import { Unsendable } from "../target/unsendable.ts";

/** Finds or creates the items that the operation needs, and compiles its requests. */
export async function createScope(trial: Trial, watch: TrialLog): Promise<Scope> {
  const { contract, operation, seed, session } = trial;
  const { router, mode, recorder, options } = session;
  const sending = createSending(trial, watch);
  const mayWrite = mode === "sandbox";
  const arranger = { contract, roles: rolesFor(contract), router, seed, mayWrite, exchange: sending.exchange };
  const references = await arrangeReferences(operation, arranger);
  const known = {
    ...(await arrange(operation, arranger)),
    ...(options.organization !== undefined && organizationIn(operation, options.organization)),
  };
  if (parameterNamesIn(operation.path).every((name) => name in known)) recorder.outcomes.recordArranged(operation);
  sending.judgeFromNowOn();
  return scopeOf(trial, sending, { known, references });
}

/** Scope of an operation before the run reads or creates anything for it. */
export function scopeBefore(trial: Trial): Scope {
  return scopeOf(trial, createSending(trial, createTrialLog()), { known: {}, references: {} });
}

/** Known values of the target, for use in requests. */
interface KnownValues {
  readonly known: Known;
  readonly references: References;
}

function scopeOf(trial: Trial, sending: Sending, { known, references }: KnownValues): Scope {
  const { contract, operation, target, seed, signal, session } = trial;
  const { contracts, router, chosenIds, mode, options, meter } = session;
  const { permissions = {} } = options;
  const exchange = (request: WireRequest, of = operation): Promise<Exchange> => sending.exchange(request, of);
  const mayWrite = mode === "sandbox";
  const pathValues = parameterNamesIn(operation.path).flatMap((name) => known[name] ?? []);
  const requests = kept(() => refusable(createRequests(contract, operation, router, known, { references }), target));
  const coverage = kept(() => {
    const found = coverageOf(contract, operation, router, known, references);
    return found && refusable(found, target);
  });
  const resourceWith: Scope["resourceWith"] = (send, making = { operation, pathValues }) =>
    mayWrite
      ? resourceOf(making.operation, {
          contract,
          router,
          seed,
          chosenIds,
          pathValues: making.pathValues,
          references,
          accepted: sending.acceptedBy(making.operation),
          exchange: send,
        })
      : undefined;
  return {
    target,
    contract,
    contracts,
    known,
    permissions,
    seed,
    signal,
    operation,
    exchange,
    judge: (exchanged, of = operation) => judge(exchanged, contract, of, session.checks),
    acceptedMembers: sending.acceptedMembers,
    succeeded: sending.succeeded,
    exchangeAtOnce: sending.exchangeAtOnce,
    exchangeAs: sending.exchangeAs,
    inconclusive: sending.inconclusive,
    recordComparison: sending.recordComparison,
    get requests() {
      return requests();
    },
    get coverage() {
      return coverage();
    },
    resource: resourceWith(exchange),
    resourceWith,
    coverageAt: (other, values) =>
      coverageOf(contract, other, router, pathValuesByName(other.path, values), references),
    pause: async (milliseconds) => {
      if (!(await target.pass(milliseconds))) await meter.pause(milliseconds, signal);
    },
  };
}

/** Ends the trial without a finding, since the endless response is a finding already. */
class DoesNotEnd extends Error {
  override readonly name = "AbortError";
}

/** Requests without those invalid ones that the target says it accepts. */
function refusable<Some extends { readonly invalid: readonly { readonly basis?: Basis }[] }>(
  requests: Some,
  { acceptsAssumed }: Target,
): Some {
  if (!acceptsAssumed) return requests;
  return Object.create(requests, {
    invalid: { get: () => requests.invalid.filter(({ basis }) => basis !== "assumed") },
  }) as Some;
}

/** Ways to send the requests of a trial. All of them are recorded. */
interface Sending extends Pick<
  Scope,
  "acceptedMembers" | "succeeded" | "exchangeAtOnce" | "exchangeAs" | "inconclusive" | "recordComparison"
> {
  /** Tags created items, and retries after a rate-limit refusal. */
  readonly exchange: Send;
  /** Requests of a creating operation that the target accepted. */
  acceptedBy(making: Operation): Accepted;
  /** Starts the judging. Requests that only prepare the trial are not judged. */
  judgeFromNowOn(): void;
}

/** Another identity. */
interface OtherSender {
  readonly as?: Identity;
}

function createSending(trial: Trial, watch: TrialLog): Sending {
  const { contract, operation, session } = trial;
  const { contracts, tracker, recorder, slowness, tagging, router, nonce, keys, lostConnections } = session;
  const accepted = new Map<Operation, Accepted>();
  const { acceptedMembers } = trial;
  let succeeded: WireRequest | undefined;
  let isJudged = false;
  const contractOf = (sent: Operation): Contract =>
    sent === operation ? contract : (contracts.find((each) => each.operations.includes(sent)) ?? contract);
  const sendUnjudged = unjudgedSender(trial, contractOf);
  const settler = createRequestSettler({ router, contractOf, nonce, keys, read: sendUnjudged });
  return {
    async exchange(request, sent) {
      const marked = tagging?.tagRequest(request, sent, contractOf(sent)) ?? request;
      const answered = await settler.send(marked, sent, (settled) => sendWithRetries(settled, sent));
      if (answered.response.status < 300) recordAccepted(answered, sent);
      if (!tagging || marked === request) return answered;
      const unmarked = () => settler.send(request, sent, (settled) => sendWithRetries(settled, sent));
      return tagging.withoutIt(answered, unmarked, sent);
    },
    exchangeAtOnce(request) {
      const marked = tagging?.tagRequest(request, operation, contract) ?? request;
      return once(settler.withFreshKeys(marked, operation), operation, { isAtOnce: true });
    },
    async exchangeAs(as, request, sent = operation) {
      if (!as.authorize(sent, request)) return undefined;
      return settler.send(request, sent, (settled) => sendWithRetries(settled, sent, { as }));
    },
    acceptedMembers,
    succeeded: () => succeeded,
    inconclusive: (reason) => void watch.skipped.add(reason),
    recordComparison(result, reason) {
      watch.comparisons.add(result);
      watch.unjudged = reason;
    },
    acceptedBy,
    judgeFromNowOn: () => void (isJudged = true),
  };

  function recordAccepted({ request }: Exchange, sent: Operation): void {
    const body = jsonIn(request);
    if (!isObject(body)) return;
    if (createsItems(contract, sent)) acceptedBy(sent).body ??= body;
    if (sent !== operation) return;
    for (const [name, value] of Object.entries(body)) acceptedMembers.add(memberKey(name, value as Json));
  }

  function acceptedBy(making: Operation): Accepted {
    const known = accepted.get(making) ?? { turns: 0 };
    accepted.set(making, known);
    return known;
  }

  function sendWithRetries(request: WireRequest, sent: Operation, sending: OtherSender = {}): Promise<Exchange> {
    return watch.patience.until(
      () => once(request, sent, sending),
      (exchanged) => isLater(exchanged, sent),
    );
  }

  function isLater(exchanged: Exchange, sent: Operation): boolean {
    if (!trial.targetOf(sent).isLater(exchanged.response)) return false;
    watch.refusals.push(
      ...judge(exchanged, contractOf(sent), sent, session.checks).map((finding) => ({ ...finding, operation: sent })),
    );
    return true;
  }

  async function once(
    asked: WireRequest,
    sent: Operation,
    { as, isAtOnce }: OtherSender & { readonly isAtOnce?: boolean } = {},
  ): Promise<Exchange> {
    const endless = session.endless.get(sent);
    if (endless) {
      // The first property that gets the endless response reports it.
      const error = endless.isFound || watch.property === undefined ? new DoesNotEnd() : endless.error;
      endless.isFound ||= watch.property !== undefined;
      throw error;
    }
    if (session.options.isExcluded?.(asked)) throw new Unsendable("its operation is excluded");
    const to = trial.targetOf(sent);
    await to.prepareToken();
    const about = { operation: sent, contract: contractOf(sent), as };
    if (!isAtOnce) await lookBefore({ ...about, request: asked }, trial);
    const request = tracker.spareOthers({ ...about, request: asked });
    const sentRequest = { ...about, request };
    const refusal = tracker.reasonNotToSend(sentRequest);
    if (refusal !== undefined) {
      recorder.outcomes.recordWithheld(sent);
      throw new Unsendable(refusal);
    }
    let full = (as ? as.authorize(sent, request) : undefined) ?? to.authorize(sent, request);
    let started = performance.now();
    let isSent = isAtOnce === true;
    // The time in the queue is not the target's time.
    const begins = (): void => {
      started = performance.now();
      isSent = true;
    };
    const isBack = tracker.requestStarted(sent, as);
    const exchanged = await sendDespiteLoss()
      .catch((error: unknown) => {
        const isEnded = error instanceof Error && error.name === "AbortError";
        const isEndless = error instanceof Unfinished && error.cause instanceof Endless;
        recordFailedRequest(error, { request, operation: sent });
        if (isSent) tracker.recordUnanswered(sentRequest);
        if (isEndless) session.endless.set(sent, { error, isFound: watch.property !== undefined });
        if (!as && !isEnded && !(error instanceof Unsendable))
          recorder.outcomes.recordUnanswered(sent, isEndless ? "endless" : 0);
        throw error;
      })
      .finally(isBack);
    const { status, unread } = exchanged.response;
    if (unread?.reason === "unknown")
      watch.skipped.add(`Bodies with the Content-Encoding "${unread.coding}" are not read, and were not judged`);
    if (sent === operation) watch.statuses[status] = (watch.statuses[status] ?? 0) + 1;
    recorder.seen(exchanged, sent, contractOf(sent), during(started));
    watch.novelty.seen(exchanged, sent.name);
    if (!as) slowness.seen(exchanged, sent);
    if (!as) lostConnections.answered({ exchange: exchanged, operation: sent });
    const isOwn = !as && sent === operation && request.method === operation.method;
    if (isOwn && responseFailureOf(exchanged, operation) === undefined) succeeded = request;
    if (isJudged) recorder.ground.recordExchange(exchanged, sent);
    return exchanged;

    /** Sends the request once more if an earlier one is the reason why the connection was lost. */
    async function sendDespiteLoss(): Promise<Exchange> {
      try {
        return await sendAndRecord();
      } catch (error) {
        const lost = { error, request, operation: sent };
        const culprit = as || isAtOnce ? undefined : await lostConnections.culpritOf(lost, sendUnjudged);
        if (!culprit || culprit instanceof Error) throw culprit ?? error;
        watch.refusals.push(culprit);
        return sendAndRecord();
      }
    }

    async function sendAndRecord(): Promise<Exchange> {
      const token = to.issuedToken();
      let response = await (isAtOnce
        ? to.sendAtOnce(full)
        : to.send(full, { begins, route: `${sent.api} ${sent.name}` }));
      // The issued token may have expired.
      if (!as && response.status === 401 && (await to.replaceToken(sent, token))) {
        full = to.authorize(sent, request);
        response = await (isAtOnce
          ? to.sendAtOnce(full)
          : to.send(full, { begins, route: `${sent.api} ${sent.name}` }));
        if (response.status !== 401) to.acceptToken(sent);
      }
      const showsToken = !as && to.showsToken(response.body);
      const exchange = { request, response, ...(as && { as }), ...(showsToken && { showsToken: true as const }) };
      tracker.recordExchange(exchange, sent, contractOf(sent));
      return exchange;
    }
  }

  function during(started: number): ExchangeTiming {
    const { property } = watch;
    return {
      ...(property !== undefined && { property }),
      startedAt: performance.timeOrigin + started,
      durationMs: performance.now() - started,
    };
  }
}
