import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { conform } from "../conformance/index.ts";
import { type Contract, loadContract } from "../contracts/index.ts";
import { createClock, createPlatform, listen } from "../mock/index.ts";

// Small documents with constructs of published documents that caused bugs.
const folder = "fixtures/documents";
const files = readdirSync(folder).map((name) => join(folder, name));

describe.each(files)("%s", (file) => {
  it("yields a mock without findings, in which every operation was tested", async () => {
    const contract = await loadContract(file);
    await using provider = await served(contract);
    const report = await conform({ contracts: [contract], target: provider.url, seed: 42 });

    expect(report.failures).toEqual([]);
    expect(report.skipped).toEqual([]);
    expect(
      report.operations.filter(({ statuses }) => !Object.keys(statuses).some((status) => /^[23]/.test(status))),
    ).toEqual([]);
  });
});

describe("an item that is posted to a mock of any document", () => {
  it.each<Posted>([
    {
      file: "generated-3.1.yaml",
      collection: "/api/pipelines/",
      sent: { name: "nightly", config: { mode: "Fast", limit: 3 }, owner: null },
    },
    {
      file: "xml-errors.yaml",
      collection: "/v2/droplets",
      key: "?api_key=org_a",
      sent: { name: "web-1", size: "m" },
      wrapper: "droplet",
    },
    {
      file: "framing-headers.yaml",
      collection: "/transfers",
      sent: { transferId: "6f9c1f0e-6a3e-4a53-9a58-0f6f1f6c2d11", amount: "10.5", note: "rent" },
    },
  ])("$file: is returned by GET with its id", async ({ file, collection, key = "", sent, wrapper }) => {
    await using provider = await served(await loadContract(join(folder, file)));
    const headers = { "content-type": "application/json", "x-source": "payer" };
    const created = await fetch(`${provider.url}${collection}${key}`, {
      method: "POST",
      headers,
      body: JSON.stringify(sent),
    });
    const location = created.headers.get("location") as string;
    const found = (await (await fetch(`${provider.url}${location}${key}`)).json()) as Record<string, unknown>;

    expect(created.ok).toBe(true);
    expect(wrapper === undefined ? found : found[wrapper]).toMatchObject(sent);
    expect((await fetch(`${provider.url}${location}x${key}`)).ok).toBe(false);
  });
});

interface Posted {
  readonly file: string;
  readonly collection: string;
  readonly key?: string;
  readonly sent: Readonly<Record<string, unknown>>;
  readonly wrapper?: string;
}

async function served(contract: Contract): Promise<AsyncDisposable & { readonly url: string }> {
  const { url, close } = await listen(createPlatform([contract], { clock: createClock(Date.now), selfCheck: true }));
  return { url, [Symbol.asyncDispose]: close };
}
