import { afterAll, describe, expect, it } from "vitest";
import { startCluster } from "../support/replicas/cluster.ts";
import { send } from "../support/replicas/send.ts";
import { type VersionedWrite, flawsOf, runRound, versionedWrites } from "../support/replicas/writers.ts";

const WRITERS = 200;
const rounds = Number(process.env["CONCORD_ROUNDS"] ?? 10);

const cluster = await startCluster();
const { port } = cluster.balancer;
afterAll(() => cluster[Symbol.asyncDispose]());

describe("200 concurrent writers on one base version, over three replicas", () => {
  it.each(versionedWrites)("have exactly one winner in each round: $name", async (write) => {
    for (let round = 1; round <= rounds; round++) {
      const writers = Array.from({ length: WRITERS }, (_, index) => round * WRITERS + index);

      expect(flawsOf(await runRound(port, write, writers), writers)).toEqual([]);
    }
  });

  it("are several winners if the version is not compared", async () => {
    const [schemas] = versionedWrites as readonly [VersionedWrite, VersionedWrite];
    const careless: VersionedWrite = {
      ...schemas,
      prepare: async () => (writer) => send(port, "PUT /v1/entity/schemas/contact", { body: { writer } }),
    };

    expect(flawsOf(await runRound(port, careless, [1, 2, 3]), [1, 2, 3])).toContain("3 of 3 writers win");
  });
});
