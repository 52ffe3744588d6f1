import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createPublicKeySource } from "./public-key.ts";

const [first, second] = [generateKeyPairSync("ed25519").publicKey, generateKeyPairSync("ed25519").publicKey];

/** A key source whose clock and key the test controls. */
async function source() {
  const world = { now: 0, key: first, asked: 0, isDown: false };
  const read = () => {
    world.asked++;
    return world.isDown ? Promise.reject(new Error("nothing listens there")) : Promise.resolve(world.key);
  };
  return { world, keys: await createPublicKeySource(read, () => world.now) };
}

describe("createPublicKeySource()", () => {
  it("reads the key again after a minute and not earlier", async () => {
    const { world, keys } = await source();
    world.key = second;
    world.now = 59_999;
    const early = await keys.readAgain();
    world.now = 60_000;

    expect(early).toEqual({ outcome: "recent" });
    expect(keys.key).toBe(first);
    expect(await keys.readAgain()).toEqual({ outcome: "changed" });
    expect(keys.key).toBe(second);
    expect(world.asked).toBe(2);
  });

  it("reads the key once for simultaneous callers, and not again within a minute", async () => {
    const { world, keys } = await source();
    world.now = 60_000;
    const outcomes = await Promise.all([keys.readAgain(), keys.readAgain(), keys.readAgain()]);

    expect(outcomes).toEqual([{ outcome: "same" }, { outcome: "same" }, { outcome: "same" }]);
    expect(await keys.readAgain()).toEqual({ outcome: "recent" });
    expect(world.asked).toBe(2);
  });

  it("keeps the latest key if reading fails, and returns the reason", async () => {
    const { world, keys } = await source();
    world.now = 60_000;
    world.isDown = true;

    expect(await keys.readAgain()).toEqual({ outcome: "failed", reason: "nothing listens there" });
    expect(keys.key).toBe(first);
  });
});
