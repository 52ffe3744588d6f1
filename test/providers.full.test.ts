import { describe, expect, it } from "vitest";
import { conform } from "../conformance/index.ts";
import { loadContract } from "../contracts/index.ts";
import { type Provider, bugClasses } from "../fixtures/providers/provider.ts";
import { type PlantedBug, plantedBugs, providers, observe, startProvider } from "./support/providers.ts";

describe("planted bugs", () => {
  it.each(plantedBugs)("$provider.name $id shows only when it is enabled", async (bug) => {
    expect(await seen(bug, [])).toEqual(bug.shows.right);
    expect(await seen(bug, [bug.id])).toEqual(bug.shows.wrong);
  });

  it("have different right and wrong results", () => {
    expect(
      plantedBugs.filter(({ shows: { right, wrong } }) => JSON.stringify(right) === JSON.stringify(wrong)),
    ).toEqual([]);
  });

  it("name operations of their provider's contract, or removed ones", async () => {
    for (const provider of providers) {
      const { operations, removed } = await loadContract(provider.document);
      const known = new Set([...operations, ...removed].map(({ name }) => name));
      const named = Object.values(provider.bugs).flatMap((bug) => bug.operations);

      expect(named.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it.each(plantedBugs)("$provider.name $id also shows when all others are enabled that do not hide it", async (bug) => {
    const others = Object.keys(bug.provider.bugs).filter((id) => bug.hiddenBy?.includes(id) !== true);

    expect(await seen(bug, others)).toEqual(bug.shows.wrong);
  });

  it.each(plantedBugs.filter(({ hiddenBy }) => hiddenBy !== undefined))(
    "$provider.name $id does not show when $hiddenBy are enabled",
    async (bug) => {
      expect(await seen(bug, Object.keys(bug.provider.bugs))).not.toEqual(bug.shows.wrong);
    },
  );

  it("cover every class", () => {
    expect(new Set(plantedBugs.map((bug) => bug.class))).toEqual(new Set(bugClasses));
  });

  it("are 66 or more, in ten providers or more", () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(66);
    expect(providers.length).toBeGreaterThanOrEqual(10);
  });
});

describe("providers", () => {
  it.each(providers)("$name follows its contract for all generated requests", async (provider) => {
    await using running = await startProvider(provider);

    expect(await findingsOn(provider, running.url)).toEqual([]);
  });

  it("fail that test if they break their contract", async () => {
    const provider = providers[0] as Provider;
    await using running = await startProvider(provider, { bugs: ["none-is-null"] });

    expect(await findingsOn(provider, running.url)).toEqual([
      expect.stringMatching(/^GET \/books body-conforms: .*"\/items"/),
    ]);
  });

  it.each(providers)("$name refuses unusual requests", async (provider) => {
    await using running = await startProvider(provider);
    const { operations } = await loadContract(provider.document);
    for (const { method, path } of operations)
      for (const [what, strange] of Object.entries(oddities)) {
        const { suffix = "", ...request } = strange;
        const response = await fetch(running.url + path.replaceAll(/[{}]/g, "") + suffix, {
          method,
          ...(method !== "GET" && request),
          headers: { authorization: "Bearer org_acme", ...request.headers },
        });
        const text = await response.text();

        expect(response.status, `${method} ${path} with ${what}: ${text}`).toBeLessThan(500);
        if (response.status >= 400) expect(JSON.parse(text)).toMatchObject({ status: response.status });
      }
  });

  it.each(providers)(
    "$name responds with 405 to an undocumented method of a path, and 404 to an unknown path",
    async (provider) => {
      await using running = await startProvider(provider);
      const { operations } = await loadContract(provider.document);
      const statusOf = async (method: string, path: string): Promise<number> =>
        (await fetch(running.url + path, { method, headers: { authorization: "Bearer org_acme" } })).status;

      expect(await Promise.all(operations.map(({ path }) => statusOf("OPTIONS", path)))).toEqual(
        operations.map(() => 405),
      );
      expect(await statusOf("GET", "/nothing")).toBe(404);
    },
  );

  it("reject an unknown bug", () => {
    expect(() => providers[0]?.start({ bugs: ["none"] })).toThrow('Cannot switch on "none"');
  });
});

const json = { "content-type": "application/json" };

/** Requests that crash naive servers. */
const oddities: Readonly<
  Record<string, RequestInit & { readonly suffix?: string; readonly headers?: Record<string, string> }>
> = {
  "no body": {},
  "no body, but a type": { headers: json },
  "half a body": { headers: json, body: '{"a":' },
  "null as a body": { headers: json, body: "null" },
  "a list as a body": { headers: json, body: "[[]]" },
  "a text as a body": { headers: { "content-type": "text/plain" }, body: "a" },
  "a body that is no UTF-8": { headers: json, body: Buffer.from([0x22, 0xff, 0x22]) },
  "a large body": { headers: json, body: `"${"x".repeat(2 ** 21)}"` },
  "a number without end": { headers: json, body: '{"amount":1e999}' },
  "a query that is no UTF-8": { suffix: "?limit=%ff" },
  "a parameter twice": { suffix: "?limit=1&limit=2" },
  "an empty parameter": { suffix: "?limit=&page=&cursor=&from=&unit=" },
  "a path that is no UTF-8": { suffix: "%ff" },
  "a path with a null byte": { suffix: "%00" },
};

async function findingsOn(provider: Provider, target: string): Promise<readonly string[]> {
  const { failures, information, skipped } = await conform({
    contracts: [await loadContract(provider.document)],
    target,
    token: "org_acme",
    mode: "sandbox",
    includeAssumed: true,
    seed: 42,
  });
  return [
    ...[...failures, ...information].map(({ operation, check, message }) => `${operation} ${check}: ${message}`),
    // A running export is never deleted unless a client waits for it.
    ...skipped
      .filter(({ operation }) => operation !== "DELETE /exports/{export_id}")
      .map(({ operation, reason }) => `${operation} skipped: ${reason}`),
  ];
}

async function seen({ provider, shows }: PlantedBug, bugs: readonly string[]): Promise<unknown> {
  await using running = await startProvider(provider, { bugs, isStopped: true });
  return await observe(shows, running);
}
