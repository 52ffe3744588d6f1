import { createRequire } from "node:module";
import { describe, expect, it, vi } from "vitest";
import { drawFrom } from "./draw.ts";

const { cache } = createRequire(import.meta.url);
const loaded = (): string[] => Object.keys(cache).filter((file) => file.includes("@faker-js"));

describe("drawFrom().faker", () => {
  it("loads the library on first use", async () => {
    // Another test file may have loaded the library already.
    for (const file of loaded()) delete cache[file];
    vi.resetModules();
    const { ask, platformOf } = await import("../../../test/support/mock/ask.ts");
    const draw = await import("./draw.ts");
    const platform = await platformOf("library");
    await ask(platform, "POST /books", { body: { title: "Emma" } });

    expect(loaded()).toEqual([]);
    expect(draw.drawFrom("a").faker.person.firstName()).toBe(draw.drawFrom("a").faker.person.firstName());
    expect(loaded()).not.toEqual([]);
  });
});

describe("drawFrom()", () => {
  it("makes the same choices for the same seed, even if another sequence is used in between", () => {
    const alone = drawFrom("one");
    const expected = [alone.faker.person.lastName(), alone.between(1, 1_000), alone.faker.person.lastName()];
    const [one, other] = [drawFrom("one"), drawFrom("other")];
    const chosen = [one.faker.person.lastName(), one.between(1, 1_000)];
    other.faker.person.lastName();

    expect([...chosen, one.faker.person.lastName()]).toEqual(expected);
  });

  it("chooses each of a few items about equally often from similar seeds", () => {
    const counts = new Map<number, number>();
    for (let index = 0; index < 10_000; index++) {
      const chosen = drawFrom(`concord acme /v1/contacts contact_${index}`).between(1, 5);
      counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
    }

    expect([...counts.keys()].toSorted()).toEqual([1, 2, 3, 4, 5]);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(250);
  });

  it("between() includes both ends", () => {
    const chosen = Array.from({ length: 200 }, (_, index) => drawFrom(String(index)));

    expect(new Set(chosen.map((draw) => draw.between(7, 9)))).toEqual(new Set([7, 8, 9]));
    expect(new Set(chosen.map((draw) => draw.pick(["a", "b"])))).toEqual(new Set(["a", "b"]));
  });
});
