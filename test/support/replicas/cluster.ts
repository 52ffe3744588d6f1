import { setTimeout as pause } from "node:timers/promises";
import { type Database, startDatabase } from "../postgres/database.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { type Replica, type ReplicaOptions, startReplica } from "./replica.ts";
import { send } from "./send.ts";

/** Replicas behind a balancer, on one database behind a proxy. */
export interface Cluster extends AsyncDisposable {
  readonly database: Database;
  /** URL of the database without the proxy. */
  readonly databaseUrl: string;
  /** Between the replicas and the database. */
  readonly databaseProxy: Balancer;
  /** Between clients and the replicas. */
  readonly balancer: Balancer;
  readonly replicas: readonly Replica[];
  /** Starts a further replica, which gets requests as soon as it listens. */
  add(options?: Pick<ReplicaOptions, "sources">): Promise<Replica>;
  /** Takes a replica out of the balancer. It can be killed or stopped already. */
  remove(replica: Replica): void;
  /** Output of replicas that ended without being asked to. Each is named once. */
  endedAlone(): readonly string[];
}

export interface ClusterOptions extends Pick<ReplicaOptions, "args" | "sources"> {
  readonly replicas?: number;
}

export async function startCluster({ replicas: size = 3, args, sources }: ClusterOptions = {}): Promise<Cluster> {
  const database = await startDatabase();
  const databaseUrl = await database.create();
  const databaseProxy = await startBalancer([database.port]);
  const balancer = await startBalancer([]);
  const all: Replica[] = [];
  const reported = new Set<Replica>();
  let current: readonly Replica[] = [];
  const state = databaseUrl.replace(`:${database.port}/`, `:${databaseProxy.port}/`);
  const use = (next: readonly Replica[]): void => {
    current = next;
    balancer.targets = next.map(({ port }) => port);
  };
  const cluster: Cluster = {
    database,
    databaseUrl,
    databaseProxy,
    balancer,
    get replicas() {
      return current;
    },
    async add(options) {
      const chosen = options?.sources ?? sources;
      const replica = await startReplica({ state, ...(args && { args }), ...(chosen && { sources: chosen }) });
      all.push(replica);
      use([...current, replica]);
      // Another process may get its port.
      void replica.exit.then(() => cluster.remove(replica));
      return replica;
    },
    remove: (replica) => use(current.filter((each) => each !== replica)),
    endedAlone() {
      const ended = all.filter((replica) => replica.endedAlone() !== undefined && !reported.has(replica));
      for (const replica of ended) reported.add(replica);
      return ended.map((replica) => String(replica.endedAlone()));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((replica) => replica.kill()));
      await balancer[Symbol.asyncDispose]();
      await databaseProxy[Symbol.asyncDispose]();
      await database.stop();
    },
  };
  await Promise.all(Array.from({ length: size }, () => cluster.add())).catch(async (error: unknown) => {
    await cluster[Symbol.asyncDispose]();
    throw error;
  });
  return cluster;
}

/** Time in which a replica must serve again after a fault has ended, in milliseconds. */
const RECOVERY_MS = 60_000;

/** Waits until each replica stores and reads again. Returns those that do not in time, and the time it took. */
export async function recovered({ replicas }: Pick<Cluster, "replicas">): Promise<readonly string[]> {
  const until = performance.now() + RECOVERY_MS;
  const waits = replicas.map(async (replica) => {
    for (;;) {
      const body = { text: "recovery" };
      const { status, text } = await send(replica.port, "POST /v1/notices", { token: "org_recovery", body });
      if (status === 201) return [];
      // It is reported with its output.
      if (replica.endedAlone() !== undefined) return [];
      if (performance.now() > until) return [`Replica ${replica.port} does not recover: ${status} ${text}`];
      await pause(50);
    }
  });
  return (await Promise.all(waits)).flat();
}
