import { runInBackground } from "../../model/background.ts";
import { EventEmitter } from "node:events";
import type { WorkerEvents, WorkerPool } from "graphile-worker";
import type { Pool } from "pg";
import { ToolError } from "../../../contracts/index.ts";
import type { Database } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/sql.ts";
import { TASK, nameQueueSchema } from "./statements.ts";

/** Jobs in PostgreSQL, and the workers of this process. */
export interface Queue {
  /** Creates the tables of the jobs, and starts the workers. @throws ToolError "missing-package". */
  open(): Promise<void>;
  /** Lets a worker look for jobs after so many milliseconds. Workers of other processes look at intervals. */
  wakeAfter(milliseconds: number): void;
  /** Takes no more jobs, and waits so long for those in progress. The others are released. */
  close(grace: number): Promise<void>;
}

interface QueueSettings {
  readonly database: Database;
  readonly concurrency: number;
  run(payload: unknown): Promise<void>;
  /** Called when the workers have started, and each time that they have started again. */
  onStart(): void;
  /** Name of the workers of this process, which another process finds in jobs. */
  nameOf(generation: number): string;
}

/** Interval at which workers look for jobs that became due, in milliseconds. New jobs are announced. */
const POLL_MS = 2000;

/** Time before workers that lost the database start again, in milliseconds. */
const RESTART_MS = 500;

/** Failed looks for jobs of each worker, without one that succeeds, after which the workers are replaced. */
const MAX_FAILURES = 2;

/** Connections for taking and ending jobs, and one that listens. Attempts use those of the database. */
const POOL_SIZE = 5;

/** Number of the advisory lock under which the tables of the jobs are created: "cond" in ASCII. */
const MIGRATION_LOCK = 0x63_6f_6e_64;

const probe: Statement = { name: "queue_probe", text: "SELECT 1" };

export function createQueue({ database, concurrency, run, onStart, nameOf }: QueueSettings): Queue {
  const schema = nameQueueSchema(database.schema);
  const timers = new Set<NodeJS.Timeout>();
  let workers: WorkerPool | undefined;
  let pool: Pool | undefined;
  let generation = 0;
  let isClosed = false;

  return {
    async open() {
      const graphile = await import("graphile-worker").catch((cause: unknown) => {
        throw new ToolError(
          "missing-package",
          'Cannot deliver to webhooks with state in PostgreSQL: the package "graphile-worker" is not installed',
          { hint: "npm install graphile-worker", cause },
        );
      });
      const logger = new graphile.Logger(() => () => undefined);
      const pgPool = (pool ??= await poolLike(await database.pool()));
      const client = await pgPool.connect();
      try {
        await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
        await graphile.runMigrations({ pgPool, schema, logger });
      } finally {
        // Ends the lock as well.
        client.release(true);
      }
      if (!isClosed) startWorker();

      function startWorker(): void {
        const events: WorkerEvents = new EventEmitter();
        const options = {
          schema,
          logger,
          events,
          concurrency,
          pollInterval: POLL_MS,
          noHandleSignals: true,
          // Without batches, a job that cannot be ended is written to stderr with its stack.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        };
        const started = graphile.runTaskList(options, { [TASK]: run }, pgPool);
        workers = started;
        // The name with which jobs are locked. It is read with each job, and the first is taken later.
        started.id = nameOf(++generation);
        let isOver = false;
        const startAgain = (): void => {
          if (!isOver && !isClosed) runLater(RESTART_MS, startWhenReachable);
          isOver = true;
        };
        started.promise.then(startAgain, startAgain);
        // The promise never settles if the end of a job could not be stored: workers that shut down still wait for it.
        events.once("pool:gracefulShutdown", startAgain);
        // Workers that started while the database was away remember the error of their first statement.
        let failures = 0;
        events.on("worker:getJob:empty", () => (failures = 0));
        events.on("job:start", () => (failures = 0));
        events.on("worker:getJob:error", () => {
          if (++failures < concurrency * MAX_FAILURES || isOver) return;
          startAgain();
          void Promise.resolve(started.gracefulShutdown()).catch(() => undefined);
        });
        onStart();
      }

      /** Workers that start while the database is away write a stack to stderr each. */
      function startWhenReachable(): void {
        database
          .rows(probe, [])
          .then(() => !isClosed && startWorker())
          .catch(() => runLater(RESTART_MS, startWhenReachable));
      }
    },
    // Times of jobs are by the clock of PostgreSQL, which may be a little behind.
    wakeAfter(milliseconds) {
      if (milliseconds < POLL_MS && !isClosed) runLater(milliseconds + 1, nudge);
    },
    async close(grace) {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      if (workers) {
        const ended = workers.promise.then(
          () => true,
          () => true,
        );
        void Promise.resolve(workers.gracefulShutdown()).catch(() => undefined);
        if (!(await Promise.race([ended, afterwards(grace)])))
          await Promise.resolve(workers.forcefulShutdown("The process ends")).catch(() => undefined);
      }
      await pool?.end();
    },
  };

  function nudge(): void {
    try {
      workers?.nudge(1);
    } catch {
      // Workers that end refuse it. Those that start instead look for jobs at once.
    }
  }

  function runLater(milliseconds: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!isClosed) runInBackground("send deliveries", work);
    }, milliseconds).unref();
    timers.add(timer);
  }
}

/** A small pool with the settings of another one. */
async function poolLike({ options }: Pool): Promise<Pool> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ ...options, max: POOL_SIZE });
  // A statement on a lost connection reports it. Without listeners, the process would end.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

function afterwards(milliseconds: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, false).unref());
}
