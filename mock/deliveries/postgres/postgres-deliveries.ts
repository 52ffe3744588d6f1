import { setTimeout as wait } from "node:timers/promises";
import type { Deliveries } from "../../calls/deliveries.ts";
import type { DeliveryEffects } from "../../faults/index.ts";
import type { Delivery } from "../../model/delivery.ts";
import type { Database } from "../../postgres/database.ts";
import { encodeName } from "../../state/storage-names.ts";
import { createAttempts } from "../attempt.ts";
import { composeDeliveries, createLoopNotices } from "../compose-deliveries.ts";
import { type DeliverySettings, refusedDelivery, createDeliveryError } from "../deliveries.ts";
import { type WaitingDelivery, firstStep, stepAgain } from "../delivery-steps.ts";
import { createLog } from "../log.ts";
import { checkSettling } from "../query.ts";
import { createRecords } from "../records.ts";
import { readWebhook } from "../webhooks.ts";
import { type AttemptingOrganization, type AttemptsInTurn, planText } from "./attempts-in-turn.ts";
import type { DeliveryStatements } from "./statements.ts";

export interface SharedDeliverySettings extends DeliverySettings {
  /** Uses the faults while no other process does. Default: their counters belong to this process. */
  readonly exclusively?: <T>(use: () => T) => Promise<T>;
}

/** Deliveries that several processes share. */
export interface PostgresDeliveries extends Deliveries {
  readonly attempting: AttemptingOrganization;
}

interface SharedParts {
  readonly database: Database;
  readonly statements: DeliveryStatements;
  readonly attempts: Pick<AttemptsInTurn, "schedule">;
  /** Resolves when the tables of the jobs exist. */
  ready(): Promise<void>;
  /** True if this process makes no more attempts, so that nothing is waited for. */
  isClosed(): boolean;
  onScheduled(milliseconds: number): void;
}

/** Intervals at which `settled` looks for pending deliveries, from the first to the longest, in milliseconds. */
const LOOK_MS = { first: 5, longest: 100 } as const;

/** Creates the deliveries of an organization in a database. Any process that shares it makes their attempts. */
export function createPostgresDeliveries(settings: SharedDeliverySettings, parts: SharedParts): PostgresDeliveries {
  const { organization, clock, store, limit, pendingLimit, faults, exclusively = async (use) => use() } = settings;
  const { database, statements, attempts, ready, isClosed, onScheduled } = parts;
  const name = encodeName(organization);
  const noticeLoop = createLoopNotices(settings);
  const unwatch = clock.watch(() => void rescheduleAll().catch(() => undefined));

  return {
    list: () => notAtOnce("list"),
    get: () => notAtOnce("get"),
    async complete() {
      const log = createLog(Infinity);
      for (const { delivery } of await database.rows<{ delivery: string }>(statements.all, [name]))
        log.put(JSON.parse(delivery) as Delivery);
      return createRecords(log);
    },
    async redeliver(id) {
      await ready();
      const [row] = await database.rows<{ delivery: string }>(statements.one, [name, encodeName(id)]);
      if (!row) throw createDeliveryError(id);
      const delivery = JSON.parse(row.delivery) as Delivery;
      if (!(await readWebhook({ organization, store }, delivery.webhook))) return false;
      const now = clock.now();
      if ((await database.count(statements.hasten, [name, encodeName(id), now])) === 0) {
        const again = stepAgain(delivery, now);
        const text = JSON.stringify(again.delivery);
        await database.count(statements.again, [name, encodeName(id), text, planText(again.planned, undefined), now]);
      }
      await attempts.schedule(name, clock, encodeName(delivery.webhook));
      return true;
    },
    async settled(options = {}) {
      checkSettling(options);
      do await untilIdle();
      while (options.held && !isClosed() && (await database.count(statements.releaseHeld, [name, clock.now()])) > 0);
    },
    async deliver(event, webhooks, { sql = database, afterCommit = (work: () => void) => work() } = {}) {
      await ready();
      noticeLoop(event, webhooks);
      const [counted] = await database.rows<{ last: string }>(statements.count, [name]);
      const now = clock.now();
      // Without a limit, LIMIT is NULL.
      const mostCounted = Number.isFinite(pendingLimit) ? pendingLimit : null;
      const [waiting] = await sql.rows<{ pending: number }>(statements.pending, [name, mostCounted]);
      let left = pendingLimit - Number(waiting?.pending);
      const rows = await exclusively(() =>
        composeDeliveries(settings, { event, webhooks, count: Number(counted?.last) }).map(({ delivery, effects }) => {
          if (delivery.status === "pending" && left-- > 0)
            return toDeliveryRow(firstStep(delivery, effects, clock), effects);
          const ended = delivery.status === "pending" ? refusedDelivery(delivery, pendingLimit) : delivery;
          return toDeliveryRow({ ...stepAgain(delivery, now), delivery: ended }, undefined);
        }),
      );
      await sql.count(statements.add, [name, now, clock.isFrozen, ...listColumns(rows)]);
      afterCommit(() => {
        if (!clock.isFrozen) for (const { due } of rows) if (due > now) onScheduled(due - now);
      });
      return rows.map(({ delivery }) => delivery.id);
    },
    hasPending: false,
    close: unwatch,
    attempting: {
      clock,
      limit,
      attempt: createAttempts(settings),
      async withLater(later, use) {
        if (!later) return use(undefined);
        return exclusively(() => use(() => faults.deliveries?.restore(later).repeat() ?? noCopies));
      },
    },
  };

  async function rescheduleAll(): Promise<void> {
    if ((await database.count(statements.hasAny, [name])) === 0) return;
    await ready();
    await attempts.schedule(name, clock);
  }

  async function untilIdle(): Promise<void> {
    await rescheduleAll();
    for (let pause: number = LOOK_MS.first; ; pause = Math.min(pause * 2, LOOK_MS.longest)) {
      if (isClosed() || (await database.count(statements.isBusy, [name, clock.now()])) === 0) return;
      await wait(pause);
    }
  }
}

const noCopies: ReturnType<DeliveryEffects["repeat"]> = { copies: 0, milliseconds: 0, faults: [] };

interface Row extends WaitingDelivery {
  readonly plan: string;
}

function toDeliveryRow(waiting: WaitingDelivery, effects: DeliveryEffects | undefined): Row {
  return { ...waiting, plan: planText(waiting.planned, effects?.later()) };
}

/** Values of the columns of new rows. */
function listColumns(rows: readonly Row[]): readonly (readonly unknown[])[] {
  return [
    rows.map(({ delivery }) => encodeName(delivery.id)),
    rows.map(({ delivery }) => encodeName(delivery.webhook)),
    rows.map(({ delivery }) => delivery.status),
    rows.map(({ delivery }) => JSON.stringify(delivery)),
    rows.map(({ plan }) => plan),
    rows.map(({ due }) => due),
    rows.map(({ isHeld }) => isHeld),
    rows.map(({ window }) => window?.size ?? null),
    rows.map(({ window }) => window?.rank ?? null),
  ];
}

function notAtOnce(call: "list" | "get"): never {
  throw new Error(
    `Cannot ${call} deliveries at once: other processes share them. Use (await deliveries.complete()).${call}()`,
  );
}
