import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Cluster } from "./cluster.ts";
import type { Allowed } from "./invariants.ts";
import { nextVersion } from "./next-version.ts";
import { type Random, between, pick } from "./random.ts";
import { send } from "./send.ts";

/** Something that goes wrong under load, and is over when it resolves. */
export interface ReplicaFault extends Allowed {
  readonly name: string;
  readonly summary: string;
  inject(cluster: Cluster, random: Random): Promise<void>;
}

/** Runs statements on a connection of its own, without the proxy. */
async function onDatabase(cluster: Cluster, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(cluster.databaseUrl);
  client.on("error", () => undefined);
  await client.connect();
  await work(client).finally(() => client.end());
}

async function restart({ database }: Cluster, how: "end" | "kill", random: Random): Promise<void> {
  await database.interrupt(how);
  await pause(between(random, 0, 2000));
  await database.resume();
}

/** Requests of other clients at the same time, more than there are connections. */
async function burst({ balancer }: Cluster, size: number): Promise<void> {
  await Promise.all(
    Array.from({ length: size }, (_, index) =>
      send(balancer.port, `GET /v1/notices?offset=${index}`, { token: "org_burst" }),
    ),
  );
}

export const replicaFaults: readonly ReplicaFault[] = [
  {
    name: "killed-replica",
    summary: "kill -9 of a replica, and a new one instead",
    lostConnections: true,
    async inject(cluster, random) {
      const replica = pick(random, cluster.replicas);
      await replica?.kill();
      if (replica) cluster.remove(replica);
      await cluster.add();
    },
  },
  {
    name: "restarted-database",
    summary: "PostgreSQL ends all connections, is away for up to 2 s and comes back",
    inject: (cluster, random) => restart(cluster, "end", random),
  },
  {
    name: "crashed-database",
    summary: "kill -9 of PostgreSQL, and a start with recovery after up to 2 s",
    inject: (cluster, random) => restart(cluster, "kill", random),
  },
  {
    name: "cut-connections",
    summary: "all database connections are cut: by the network, or by the server",
    async inject(cluster, random) {
      if (random() < 0.5) cluster.databaseProxy.cut();
      else
        await onDatabase(cluster, (client) =>
          client.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()",
          ),
        );
    },
  },
  {
    name: "full-pool",
    summary: "a lock keeps all connections busy for up to 8 s, with 150 further requests",
    async inject(cluster, random) {
      await onDatabase(cluster, async (client) => {
        await client.query("BEGIN");
        await client.query("LOCK TABLE concord.item IN ACCESS EXCLUSIVE MODE");
        const waiting = burst(cluster, 150);
        await pause(between(random, 1000, 8000));
        await client.query("ROLLBACK");
        await waiting;
      });
    },
  },
  {
    name: "full-server",
    summary: "PostgreSQL accepts no further connection for up to 3 s, after all were cut",
    async inject(cluster, random) {
      const clients: pg.Client[] = [];
      cluster.databaseProxy.cut();
      for (let isFull = false; !isFull;) {
        const more = Array.from({ length: 20 }, async () => {
          const client = new pg.Client(cluster.databaseUrl);
          client.on("error", () => undefined);
          await client.connect();
          clients.push(client);
        });
        isFull = (await Promise.allSettled(more)).some(({ status }) => status === "rejected");
      }
      await pause(between(random, 500, 3000));
      await Promise.all(clients.map((client) => client.end()));
    },
  },
  {
    name: "slow-database",
    summary: "each message to and from PostgreSQL takes 20 to 300 ms longer, for 2 s",
    async inject({ databaseProxy }, random) {
      databaseProxy.delayMs = between(random, 20, 300);
      await pause(2000);
      databaseProxy.delayMs = 0;
    },
  },
  {
    name: "stalled-database",
    summary: "PostgreSQL is reachable and silent, for up to 12 s",
    async inject({ databaseProxy }, random) {
      databaseProxy.isStalled = true;
      await pause(between(random, 500, 12_000));
      databaseProxy.isStalled = false;
    },
  },
  {
    name: "migration",
    summary: "a replica of a next version changes the tables, while replicas of this version use them",
    async inject(cluster) {
      const next = await nextVersion();
      try {
        const replica = await cluster.add({ sources: next.folder });
        // A later round begins with the tables of this version.
        await pause(1000);
        cluster.remove(replica);
        await replica.stop();
        await onDatabase(cluster, (client) => client.query(next.undo));
      } finally {
        next.remove();
      }
    },
  },
];
