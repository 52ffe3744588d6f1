import { type Json, type Operation, isObject } from "../../../contracts/index.ts";
import type { Finding } from "../../checks/finding.ts";
import { classifyResponse } from "../../checks/response-failure.ts";
import { type NoveltyLog, createNoveltyLog } from "../../exercise/novelty-log.ts";
import { createsItems } from "../../items/creates-items.ts";
import type { Accepted } from "../../items/resource.ts";
import { type ExchangeRecord, type WireRequest, jsonIn, memberKey } from "../../model/exchange.ts";
import type { Comparison } from "../../scope/scope.ts";
import { type RateLimitRetry, createRateLimitRetry } from "../../target/rate/rate-limit-retry.ts";

/** Events of a trial of one operation. */
export interface TrialLog {
  record(record: ExchangeRecord): void;
  /** Number of responses by status code. */
  readonly statuses: Record<string, number>;
  /** Reasons why something could not be judged. */
  readonly skipped: Set<string>;
  /** Findings that no property sees: of refusals for the rate, and of requests after which the target stopped. */
  readonly sendingFindings: Finding[];
  readonly patience: RateLimitRetry;
  /** Property under test. Undefined while the trial is prepared. */
  property: string | undefined;
  /** Results of the trials of the property, if it is a relation. */
  readonly comparisons: Set<Comparison>;
  /** Reason why the latest trial of the property judged nothing. */
  unjudged: string | undefined;
  /** Aspects of the exchanges so far. */
  readonly novelty: NoveltyLog;
  /** Latest request of the operation that succeeded. */
  succeeded: WireRequest | undefined;
  /** Requests of a creating operation that the target accepted. */
  acceptedBy(making: Operation): Accepted;
}

interface TrialLogOptions {
  readonly operation: Operation;
  readonly acceptedMembers: Set<string>;
}

/** @param acceptedMembers collects the members of bodies that the operation accepts. */
export function createTrialLog({ operation, acceptedMembers }: TrialLogOptions): TrialLog {
  const accepted = new Map<Operation, Accepted>();
  const log: TrialLog = {
    record,
    statuses: {},
    skipped: new Set(),
    sendingFindings: [],
    patience: createRateLimitRetry(),
    property: undefined,
    comparisons: new Set(),
    unjudged: undefined,
    novelty: createNoveltyLog(),
    succeeded: undefined,
    acceptedBy(making) {
      const known = accepted.get(making) ?? { turns: 0 };
      accepted.set(making, known);
      return known;
    },
  };
  return log;

  function record(exchanged: ExchangeRecord): void {
    const { exchange } = exchanged;
    const { status, unread } = exchange.response;
    const isTested = exchanged.operation === operation;
    if (unread?.reason === "unknown")
      log.skipped.add(`Bodies with the Content-Encoding "${unread.coding}" are not read, and were not judged`);
    if (isTested) log.statuses[status] = (log.statuses[status] ?? 0) + 1;
    log.novelty.record(exchanged);
    if (exchange.as) return;
    if (status < 300) recordAccepted(exchanged);
    const isOwn = isTested && exchange.request.method === operation.method;
    if (isOwn && classifyResponse(exchange, operation) === undefined) log.succeeded = exchange.request;
  }

  function recordAccepted({ exchange, operation: sent, contract }: ExchangeRecord): void {
    const body = jsonIn(exchange.request);
    if (!isObject(body)) return;
    if (createsItems(contract, sent)) log.acceptedBy(sent).body ??= body;
    if (sent !== operation) return;
    for (const [name, value] of Object.entries(body)) acceptedMembers.add(memberKey(name, value as Json));
  }
}
