import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import { type Organization, type Platform, type Store, createMemoryStore, createSqliteStore } from "../index.ts";

const steps = fc.array(
  fc.oneof(
    fc.constantFrom("fork", "fork over HTTP", "restart").map((action) => ({ does: action, number: 0 })),
    fc.record({
      does: fc.constantFrom("call", "write", "seed", "keep", "reset", "end"),
      number: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  { maxLength: 25 },
);

describe("the name of a world", () => {
  it.each<[string, () => Store]>([
    ["memory", createMemoryStore],
    ["a file", () => createSqliteStore(":memory:")],
  ])("is new: no earlier world had it, and it has no state or snapshots in %s", (_, createStore) =>
    assertNew(createStore),
  );

  it("fails that law if an ended world had it", async () => {
    const reusingNames = (platform: Platform): Platform => ({
      ...platform,
      organization(from) {
        const organization = platform.organization(from);
        return Object.assign(organization, {
          async fork(): Promise<Organization> {
            const taken = await platform.organizations();
            let number = 1;
            while (taken.includes(`${from}-world-${number}`)) number++;
            return platform.organization(from).fork(`${from}-world-${number}`);
          },
        });
      },
    });

    await expect(assertNew(createMemoryStore, reusingNames)).rejects.toThrow("Property failed");
  });

  it("has at most the maximum length", async () => {
    const platform = await platformOf("library");
    const forks = [
      await platform.organization("a".repeat(100)).fork(),
      await platform.organization("a".repeat(99)).fork(),
    ];

    expect(forks.map(({ name }) => name)).toEqual([`${"a".repeat(80)}-world-1`, `${"a".repeat(80)}-world-2`]);
  });
});

async function assertNew(createStore: () => Store, plant = (platform: Platform): Platform => platform): Promise<void> {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const store = createStore();
      const create = async (): Promise<Platform> => plant(await platformOf("library", { store }));
      let platform = await create();
      const given = new Set<string>();
      for (const { does: action, number } of all) {
        const name = `demo-world-${number}`;
        const createWorld = async (): Promise<string | undefined> => {
          if (action === "fork") return (await platform.organization("demo").fork()).name;
          if (action !== "fork over HTTP") return undefined;
          return (await ask(platform, "POST /_concord/worlds", { token: "" })).value.name as string;
        };
        const existing = await platform.organizations();
        const snapshotNames = new Map<string, readonly string[]>();
        for (const each of existing.concat([1, 2, 3, 4].map((index) => `demo-world-${index}`)))
          snapshotNames.set(each, await platform.organization(each).snapshots());
        const newName = await createWorld();
        if (newName !== undefined) {
          expect([given.has(newName), existing.includes(newName), snapshotNames.get(newName) ?? []]).toEqual([
            false,
            false,
            [],
          ]);
          given.add(newName);
        }
        if (action === "call") await ask(platform, "GET /books", { token: `mock-${name}` });
        if (action === "write") await ask(platform, "POST /books", { token: `mock-${name}`, body: { title: "Emma" } });
        if (action === "seed")
          await platform.organization(name).seed({ collections: { "/books": [{ id: "a", value: {} }] } });
        if (action === "keep") await platform.organization(name).snapshot();
        if (action === "reset") await platform.organization(name).reset();
        if (action === "end") await platform.organization(name).end();
        if (action === "restart") {
          platform = await create();
          given.clear();
        }
      }
    }),
    { numRuns: 60 },
  );
}
