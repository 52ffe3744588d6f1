import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { createMemoryStore } from "../index.ts";

const many = 20_000;

// This test has a file of its own, because memory of other tests would distort its measurement.

it("a memory store keeps no organizations without changes", async () => {
  const store = createMemoryStore();
  const before = await heapMegabytes();
  for (let number = 0; number < many; number++) {
    const address = { organization: `made-up-${number}`, collection: "/books", id: "none" };
    await store.change(address, () => ({ refused: "There is no such book", status: 404 }));
    await store.change(address, () => null);
  }

  // Without the check for changes, it takes 45 MB.
  expect((await heapMegabytes()) - before).toBeLessThan(10);
  expect(await store.size()).toBe(0);
});

/** Reachable memory of the heap, in megabytes. */
async function heapMegabytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  return process.memoryUsage().heapUsed / 1024 / 1024;
}
