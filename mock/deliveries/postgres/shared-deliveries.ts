import type { Clock } from "../../model/clock.ts";
import type { Database } from "../../postgres/database.ts";
import type { Replicas } from "../../postgres/replicas.ts";
import { type Sql, withStorageErrors } from "../../postgres/sql.ts";
import { ToolError } from "../../../contracts/index.ts";
import { encodeName } from "../../state/storage-names.ts";
import { type Lane, createAttemptsInTurn } from "./attempts-in-turn.ts";
import {
  type PostgresDeliveries,
  type SharedDeliverySettings,
  createPostgresDeliveries,
} from "./postgres-deliveries.ts";
import { createQueue } from "./queue.ts";
import { deliveryStatements } from "./statements.ts";
import { createTakeover } from "./takeover.ts";

/** Deliveries of all organizations in a database, and the attempts that this process makes. */
export interface SharedDeliveries {
  /** Starts to make attempts. Without it, the first delivery of this process does so. @throws ToolError "missing-package". */
  open(): Promise<void>;
  /** Creates the deliveries of an organization. */
  of(settings: SharedDeliverySettings): PostgresDeliveries;
  /**
   * Plans all attempts of an organization anew. Call it when its clock has changed.
   * @param sql transaction that changes the clock.
   */
  reschedule(organization: string, clock: Clock, sql?: Sql): Promise<void>;
  /** Deletes all deliveries of an organization, and their jobs. */
  end(organization: string, sql?: Sql): Promise<void>;
  /** Makes no more attempts. Those in progress have so many milliseconds to end; then another process makes them again. */
  close(grace?: number): Promise<void>;
}

export interface SharedDeliveriesSettings {
  readonly database: Database;
  readonly replicas: Replicas;
  /** Returns the deliveries of an organization, with its clock and its faults as they are now. */
  deliveriesOf(organization: string): Promise<PostgresDeliveries> | PostgresDeliveries;
}

/** Number of attempts at a time: of a process, and of one organization in all processes. */
const CONCURRENCY = { process: 20, organization: 10 } as const;

/** Creates the deliveries of a database. They need the package graphile-worker. */
export function createSharedDeliveries({
  database,
  replicas,
  deliveriesOf,
}: SharedDeliveriesSettings): SharedDeliveries {
  const statements = deliveryStatements(database.schema);
  const attempts = createAttemptsInTurn({
    database,
    statements,
    limit: CONCURRENCY.organization,
    organizationOf: async (name) => (await deliveriesOf(name)).attempting,
    onScheduled: (milliseconds) => queue.wakeAfter(milliseconds),
  });
  const takeover = createTakeover({ database, replicas, statements, inProgress: attempts.inProgress });
  const queue = createQueue({
    database,
    concurrency: CONCURRENCY.process,
    run: (payload) => attempts.run(payload as Lane),
    nameOf: takeover.nameOf,
    onStart: takeover.lookSoon,
  });
  let opened: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  const shared: SharedDeliveries = {
    open() {
      if (!opened) {
        opened = open();
        // The next call tries again.
        opened.catch(() => (opened = undefined));
      }
      return opened;
    },
    of: (settings) =>
      createPostgresDeliveries(settings, {
        database,
        statements,
        attempts,
        ready: shared.open,
        isClosed: () => closed !== undefined,
        onScheduled: (milliseconds) => queue.wakeAfter(milliseconds),
      }),
    async reschedule(organization, clock, sql = database) {
      if ((await sql.count(statements.hasAny, [encodeName(organization)])) === 0) return;
      await shared.open();
      await sql.count(statements.schedule, [encodeName(organization), clock.now(), clock.isFrozen, null]);
    },
    async end(organization, sql = database) {
      const key = encodeName(organization);
      await sql.count(statements.forgetCounter, [key]);
      if ((await sql.count(statements.hasAny, [key])) === 0) return;
      await shared.open();
      await sql.count(statements.end, [key]);
    },
    close: (grace = 0) => (closed ??= closeQueue(grace)),
  };
  database.onClose(() => shared.close());
  return shared;

  async function open(): Promise<void> {
    try {
      await database.open();
      await queue.open();
    } catch (error) {
      if (error instanceof ToolError && error.code === "missing-package") throw error;
      // A request that needs it is refused with 503, and the next one tries again.
      await withStorageErrors(() => Promise.reject(error));
    }
    takeover.start();
  }

  async function closeQueue(grace: number): Promise<void> {
    takeover.close();
    if (
      !(await opened?.then(
        () => true,
        () => false,
      ))
    )
      return;
    await queue.close(grace);
    // Another process makes the attempts again that did not end in time.
    for (const [holder, { organization, webhook }] of attempts.inProgress().holders) {
      await database.count(statements.unlock, [organization, webhook, holder]).catch(() => undefined);
    }
    await database.count(statements.addMissing, []).catch(() => undefined);
  }
}
