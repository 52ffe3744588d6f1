import { rmSync } from "node:fs";
import { startDatabase } from "../../test/support/postgres/database.ts";
import { ordinary } from "../documents/documents.ts";
import { type Generate, createGenerator } from "../documents/generator.ts";
import type { RequestToSend } from "../documents/requests.ts";
import { type RunningServer, fetchFrom, startServer } from "../documents/server.ts";
import { writePlan } from "../documents/write-plan.ts";
import type { Settings } from "../settings.ts";
import { percentile } from "../statistics.ts";
import { sendAtRate } from "./open-loop.ts";

/** Measurements of a storage with one exchange, one number for each round. */
export interface StateRounds {
  readonly perSecond: number[];
  /** p99 at a fixed rate. */
  readonly p99Ms: number[];
}

export interface StateResult {
  readonly generator: string;
  readonly ratePerSecond: number;
  /** By exchange, then by storage. */
  readonly exchanges: Readonly<Record<string, Readonly<Record<StorageName, StateRounds>>>>;
}

export const storageNames = ["memory", "SQLite file", "PostgreSQL", "PostgreSQL, three replicas"] as const;
export type StorageName = (typeof storageNames)[number];

/** Kinds of requests that are measured. */
const MEASURED = ["GET by id", "GET 20", "POST"];

/** Requests a second of the measurement of latencies. */
const RATE = 500;

/** Time at that rate before the measurement, in milliseconds. */
const SETTLE_MS = 1500;

interface Storage {
  readonly name: StorageName;
  readonly servers: readonly RunningServer[];
}

/**
 * Measures the ordinary document with each storage of state. Connections are distributed over three replicas: a
 * generator sends to each of them.
 */
export async function measureState(settings: Settings): Promise<StateResult> {
  const { packageFolder, report, resultsFolder, rounds, roundMs } = settings;
  const { plan } = await writePlan(ordinary, settings);
  await using running = new AsyncDisposableStack();
  // With its usual settings, which force each commit to the disk.
  const database = await startDatabase({ isDurable: true });
  running.defer(() => database.stop());
  const file = `${resultsFolder}state.db`;
  const remove = (): void => ["", "-wal", "-shm"].forEach((suffix) => rmSync(file + suffix, { force: true }));
  remove();
  running.defer(remove);
  const first = plan.exchanges[0]?.pairs[0]?.request as RequestToSend;
  const start = async (name: StorageName, state: string, count: number): Promise<Storage> => {
    const servers: RunningServer[] = [];
    for (let index = 0; index < count; index++)
      servers.push(
        running.use(
          await startServer({
            file: `${packageFolder}cli/concord.js`,
            args: (port) => ["mock", ordinary.file, "--port", String(port), "--state", state],
            first,
            canUseAllCores: true,
          }),
        ),
      );
    return { name, servers };
  };
  report("State: starting servers");
  const storages = [
    await start("memory", "memory", 1),
    await start("SQLite file", `sqlite:${file}`, 1),
    await start("PostgreSQL", await database.create(), 1),
    await start("PostgreSQL, three replicas", await database.create(), 3),
  ];
  for (const { servers } of storages)
    for (const request of plan.prepare) await fetchFrom((servers[0] as RunningServer).port, request);

  const { name: generator } = createGenerator(resultsFolder);
  const exchanges: Record<string, Record<StorageName, StateRounds>> = {};
  for (const { name, pairs } of plan.exchanges) {
    if (!MEASURED.includes(name)) continue;
    const requests = pairs.map(({ request }) => request);
    const measured = Object.fromEntries(
      storageNames.map((storage): [StorageName, StateRounds] => [storage, { perSecond: [], p99Ms: [] }]),
    ) as Record<StorageName, StateRounds>;
    exchanges[name] = measured;
    for (let round = 0; round <= rounds; round++)
      for (const storage of storages) {
        report(`State: ${name}, ${storage.name}, ${round === 0 ? "warming up" : `round ${round}`}`);
        const perSecond = await throughput(storage, requests, { resultsFolder, roundMs });
        const ports = storage.servers.map(({ port }) => port);
        // The journal of the throughput is written first.
        await sendAtRate(ports, requests, { perSecond: RATE, milliseconds: SETTLE_MS });
        const latencies = await sendAtRate(ports, requests, { perSecond: RATE, milliseconds: roundMs });
        if (round === 0) continue;
        measured[storage.name].perSecond.push(perSecond);
        measured[storage.name].p99Ms.push(percentile(latencies, 0.99));
      }
  }
  return { generator, ratePerSecond: RATE, exchanges };
}

/** Requests/s of all servers of a storage together. */
async function throughput(
  { servers }: Storage,
  requests: readonly RequestToSend[],
  { resultsFolder, roundMs }: Pick<Settings, "resultsFolder" | "roundMs">,
): Promise<number> {
  const generating = servers.map(({ port }, index) => {
    const generate: Generate = createGenerator(`${resultsFolder}${index}-`).generate;
    return generate(port, requests, roundMs);
  });
  return (await Promise.all(generating)).reduce((sum, { perSecond }) => sum + perSecond, 0);
}
