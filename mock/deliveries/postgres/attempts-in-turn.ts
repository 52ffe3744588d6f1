import type { Clock } from "../../model/clock.ts";
import type { Delivery } from "../../model/delivery.ts";
import { StorageError } from "../../model/storage-error.ts";
import type { Database } from "../../postgres/database.ts";
import { decodeName } from "../../state/storage-names.ts";
import type { MakeAttempt } from "../attempt.ts";
import { type PlannedAttempt, mockFailure, nextStep } from "../delivery-steps.ts";
import type { DeliveryEffects, LaterEffects } from "../../faults/index.ts";
import type { DeliveryStatements } from "./statements.ts";
import { type WindowedDelivery, endedWindow } from "./ended-window.ts";

/** The next attempt of a delivery, and the effects of faults after it. */
interface Plan {
  readonly planned: PlannedAttempt;
  readonly later?: LaterEffects | undefined;
}

/** An organization as attempts see it. */
export interface AttemptingOrganization {
  readonly clock: Clock;
  readonly attempt: MakeAttempt;
  /** Number of finished deliveries that the log keeps. */
  readonly limit: number;
  /** Uses effects of faults, whose counters all processes share. */
  withLater<T>(later: LaterEffects | undefined, use: (repeat: DeliveryEffects["repeat"] | undefined) => T): Promise<T>;
}

/** A webhook of an organization, by their keys. */
export interface Lane {
  readonly organization: string;
  readonly webhook: string;
}

/** Attempts of this process. */
export interface AttemptsInTurn {
  /** Makes the first attempt of a webhook that is due, unless another one is in progress, and plans the next one. */
  run(lane: Lane): Promise<void>;
  /** Plans the next attempt of a webhook, or of all of the organization. */
  schedule(organization: string, clock: Clock, webhook?: string): Promise<void>;
  inProgress(): AttemptsInProgress;
}

/** Attempts in progress of this process. */
export interface AttemptsInProgress {
  /** Webhooks, by the names with which they are locked. */
  readonly holders: ReadonlyMap<string, Lane>;
  /** Number of the last attempt that was started, which its name ends with. */
  readonly started: number;
}

/** The first delivery of a webhook. Null if all wait for others. */
interface FirstRow {
  readonly id: string | null;
  readonly delivery: string;
  readonly plan: string;
  readonly due: number;
}

interface AttemptsSettings {
  readonly database: Database;
  readonly statements: DeliveryStatements;
  /** Maximum number of attempts of one organization at a time, in all processes. */
  readonly limit: number;
  organizationOf(name: string): Promise<AttemptingOrganization>;
  /** Called with the time until the next attempt of a webhook, in milliseconds. */
  onScheduled(milliseconds: number): void;
}

/** Time after which a webhook with further attempts lets others go first, in milliseconds. */
const TURN_MS = 50;

/** Time before a webhook is tried again whose organization has too many attempts in progress, in milliseconds. */
const POSTPONE_MS = 100;

/**
 * Creates the attempts of this process.
 *
 * A lock for each webhook makes its attempts one after the other. A webhook with pending deliveries always has a job or
 * a lock: who gives a lock back adds the next job, in a later statement. A job that finds a lock has nothing to do.
 */
export function createAttemptsInTurn(settings: AttemptsSettings): AttemptsInTurn {
  const { database, statements, limit, organizationOf, onScheduled } = settings;
  const holders = new Map<string, Lane>();
  let count = 0;

  return {
    inProgress: () => ({ holders, started: count }),
    schedule: scheduleFirst,
    async run(lane) {
      const { organization, webhook } = lane;
      const holder = `${database.replica}/${++count}`;
      holders.set(holder, lane);
      try {
        const [tried] = await database.rows<{ isLocked: boolean; wasLocked: boolean }>(statements.lock, [
          organization,
          webhook,
          holder,
          limit,
        ]);
        if (!tried?.isLocked) return await postpone(lane, tried?.wasLocked);
        const tenant = await organizationOf(decodeName(organization));
        await attemptSome(lane, holder, tenant);
        await database.count(statements.unlock, [organization, webhook, holder]);
        await scheduleFirst(organization, tenant.clock, webhook);
      } catch (error) {
        // The delivery stays as it was, and its job is tried again.
        await database.count(statements.unlock, [organization, webhook, holder]).catch(() => undefined);
        throw error;
      } finally {
        holders.delete(holder);
      }
    },
  };

  /** Tries again later, unless another attempt of the webhook plans the next one. */
  async function postpone({ organization, webhook }: Lane, wasLocked: boolean | undefined): Promise<void> {
    if (wasLocked) return;
    await database.count(statements.postpone, [organization, webhook, POSTPONE_MS]);
    onScheduled(POSTPONE_MS);
  }

  /** Makes the attempts that are due, as long as others need not wait for them. */
  async function attemptSome(lane: Lane, holder: string, tenant: AttemptingOrganization): Promise<void> {
    const turn = { isOver: false };
    const timer = setTimeout(() => (turn.isOver = true), TURN_MS).unref();
    let hasFinished = false;
    try {
      while (!turn.isOver) {
        const result = await attemptFirst(lane, holder, tenant);
        hasFinished ||= result === "finished";
        if (result === "none") break;
      }
    } finally {
      clearTimeout(timer);
    }
    if (hasFinished) await database.count(statements.trim, [lane.organization, tenant.limit]);
  }

  /** Makes the first attempt that is due. A job may start too early, because the clock was changed. */
  async function attemptFirst(
    lane: Lane,
    holder: string,
    tenant: AttemptingOrganization,
  ): Promise<"none" | "pending" | "finished"> {
    const { clock, attempt } = tenant;
    const { organization, webhook } = lane;
    const row = await findFirstDue(lane, clock);
    const started = clock.now();
    if (!row || row.due > started) return "none";
    const delivery = JSON.parse(row.delivery) as Delivery;
    const { planned, later } = JSON.parse(row.plan) as Plan;
    const outcome = await attempt(delivery, planned.kind === "forged").catch((error: unknown) => {
      if (error instanceof StorageError) throw error;
      return mockFailure(error);
    });
    const elapsed = clock.now() - started;
    const next = await tenant.withLater(later, (repeat) =>
      nextStep({ delivery, planned, due: row.due, isHeld: false }, outcome, { elapsed, repeat }),
    );
    const isFinished = "status" in next;
    const written = await database.count(statements.write, [
      organization,
      webhook,
      holder,
      row.id,
      ...(isFinished
        ? [next.status, JSON.stringify(next), "{}", row.due, false]
        : ["pending", JSON.stringify(next.delivery), planText(next.planned, later), next.due, next.isHeld]),
    ]);
    if (written === 0) return "none";
    return isFinished ? "finished" : "pending";
  }

  /** The delivery of a webhook that is due first, after windows that have ended. */
  async function findFirstDue({ organization, webhook }: Lane, clock: Clock): Promise<FirstRow | undefined> {
    const first = async () =>
      (await database.rows<FirstRow & { windowed: number }>(statements.first, [organization, webhook]))[0];
    const row = await first();
    if (!row || row.windowed === 0) return row?.id === null ? undefined : row;
    const waiting = await database.rows<WindowedDelivery>(statements.windowed, [organization, webhook]);
    const now = clock.now();
    const ended = endedWindow(waiting, now);
    if (ended.length === 0) return row.id === null ? undefined : row;
    await database.count(statements.endWindow, [organization, ended, now]);
    return first();
  }

  async function scheduleFirst(organization: string, clock: Clock, webhook?: string): Promise<void> {
    const now = clock.now();
    const first = await database.rows<{ due: number }>(statements.schedule, [
      organization,
      now,
      clock.isFrozen,
      webhook ?? null,
    ]);
    if (clock.isFrozen) return;
    for (const { due } of first) if (due > now) onScheduled(due - now);
  }
}

/** Text of a plan in the database. */
export function planText(planned: PlannedAttempt, later: LaterEffects | undefined): string {
  return JSON.stringify({ planned, later } satisfies Plan);
}
