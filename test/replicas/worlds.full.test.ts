import { afterAll, describe, expect, it } from "vitest";
import { startCluster } from "../support/replicas/cluster.ts";
import { countRows } from "../support/replicas/tables.ts";
import { forkWorlds } from "../support/replicas/worlds.ts";

// `npm run replicas -- --worlds 10000` forks more, and measures.
const items = Number(process.env["CONCORD_ITEMS"] ?? 10_000);
const worlds = Number(process.env["CONCORD_WORLDS"] ?? 200);

const cluster = await startCluster();
afterAll(() => cluster[Symbol.asyncDispose]());

describe("worlds over three replicas", () => {
  it("share the items of their origin, and leave no rows in any table after they have ended", async () => {
    expect((await forkWorlds(cluster, { items, worlds })).flaws).toEqual([]);
    // Two worlds more were forked for comparison, of which one has an item of its own.
    expect((await countRows(cluster.databaseUrl)).get("concord.item")).toBe(items + 1);
  });
});
