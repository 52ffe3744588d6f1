import type { AttemptsInProgress } from "./attempts-in-turn.ts";
import type { Database } from "../../postgres/database.ts";
import type { Replicas } from "../../postgres/replicas.ts";

import { type DeliveryStatements, MISSING_AT_ONCE } from "./statements.ts";

/** Takes over the attempts of processes that died, and finds those that were lost otherwise. */
export interface Takeover {
  start(): void;
  /** Name of workers of this process, which contains that of the process. */
  nameOf(generation: number): string;
  /** Looks as soon as possible. */
  lookSoon(): void;
  close(): void;
}

interface TakeoverSettings {
  readonly database: Database;
  readonly replicas: Replicas;
  readonly statements: DeliveryStatements;
  inProgress(): AttemptsInProgress;
}

/** Interval at which each process looks for lost attempts, in milliseconds. */
const LOOK_MS = 5000;

export function createTakeover({ database, replicas, statements, inProgress }: TakeoverSettings): Takeover {
  let generationNow = 0;
  let isClosed = false;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  return {
    start() {
      replicas.onDeath(takeOver);
      timer ??= setInterval(look, LOOK_MS).unref();
    },
    nameOf(generation) {
      generationNow = generation;
      return nameWorkers(database.replica, generation);
    },
    lookSoon: look,
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };

  /** While the database is away, nothing can be found. The next look is later. */
  function look(): void {
    if (isClosed) return;
    looking ??= replicas
      .live()
      .then(takeOver)
      .catch(() => undefined)
      .finally(() => (looking = undefined));
  }

  async function takeOver(live: readonly string[]): Promise<void> {
    if (isClosed) return;
    const alive = [...new Set([...live, database.replica])];
    const lockers = await database.rows<{ locker: string }>(statements.lockers, []);
    const dead = lockers.map(({ locker }) => locker).filter((locker) => !isAlive(locker, alive));
    if (dead.length > 0) await database.rows(statements.unlockJobs, [dead]);
    // Those that start meanwhile are not lost.
    const { holders, started } = inProgress();
    await database.count(statements.unlockLost, [alive, database.replica, [...holders.keys()], started]);
    await database.count(statements.removeReplaced, []);
    await database.count(statements.retry, []);
    while ((await database.count(statements.addMissing, [])) === MISSING_AT_ONCE);
  }

  function isAlive(locker: string, alive: readonly string[]): boolean {
    const replica = locker.split("/", 1)[0] as string;
    if (replica !== database.replica) return alive.includes(replica);
    return locker === nameWorkers(database.replica, generationNow);
  }
}

function nameWorkers(replica: string, generation: number): string {
  return `${replica}/${generation}`;
}
