import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { library } from "../fixtures/providers/library/library.ts";
import { startMock } from "../api/mock.ts";
import { createScratch } from "../test/support/contracts/scratch.ts";
import type { Io } from "./command.ts";
import { command } from "./proxy.ts";

const scratch = createScratch();

describe("concord proxy", () => {
  it("forwards traffic until it is stopped, then prints its findings", async () => {
    const provider = await library.start({ bugs: ["none-is-null"] });
    const record = join(scratch.folder, "traffic");
    const report = join(scratch.folder, "proxy.json");
    const argv = ["--record", record, "--report", `json:${report}`];
    const { code, out, err, url } = await runWhile([...argvFor(provider.url), ...argv], async (front) => {
      await fetch(`${front}/books`, { headers: { authorization: "Bearer org_acme" } });
    });
    await provider.close();

    expect([code, out]).toEqual([1, expect.stringMatching(/FAIL library: GET \/books {2}body-conforms[^]*Prism:/)]);
    expect(err).toContain("FAIL GET /books  body-conforms");
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ exchanges: 1, findings: [{ count: 1 }] });
    expect(existsSync(join(record, "traffic.har"))).toBe(true);
    expect(out + err).not.toContain("org_acme");
    await expect(fetch(url)).rejects.toThrow("fetch failed");
  });

  it("records fixtures, from which the mock serves the observed items", async () => {
    await using live = await startMock({ fixtures: ["small"] });
    const record = join(scratch.folder, "live.har");
    const argv = ["--target", live.url, "--port", "0", "--include-assumed", "--record", record];
    const headers = { authorization: "Bearer org_demo", "content-type": "application/json" };
    const paths = [
      "/v1/customers",
      "/v1/customers/C-001001",
      "/v1/entity/schemas",
      "/v1/entity/schemas/contact",
      "/v1/notes",
    ];
    const observed = new Map<string, unknown>();
    await runWhile(argv, async (front) => {
      await fetch(`${front}/v1/notes`, { headers });
      await fetch(`${front}/v1/notes/note_97dc994f`, { method: "DELETE", headers });
      for (const path of paths) observed.set(path, await (await fetch(front + path, { headers })).json());
    });
    const fixtures = record.replace(".har", ".fixtures.json");
    await using mock = await startMock({ fixtures: [fixtures] });

    expect(readFileSync(fixtures, "utf8")).not.toMatch(/org_demo|\*\*\*/);
    for (const [path, answer] of observed)
      expect([path, await (await fetch(mock.url + path, { headers })).json()]).toEqual([path, answer]);
  });

  it("writes the parts of responses beyond the contract as an overlay", async () => {
    const provider = await library.start({ bugs: [] });
    const overlay = join(scratch.folder, "drift.json");
    await runWhile([...argvFor(provider.url), "--report", `overlay:${overlay}`], async (front) => {
      await fetch(`${front}/books`, { method: "POST", headers: { "content-type": "text/plain" }, body: "x" });
    });
    await provider.close();

    expect(JSON.parse(readFileSync(overlay, "utf8"))).toMatchObject({ overlay: "1.0.0", actions: [expect.anything()] });
  });

  it("exits with 0 without a finding", async () => {
    const provider = await library.start({ bugs: [] });
    const { code } = await runWhile(argvFor(provider.url), async (front) => {
      await fetch(`${front}/books`, { headers: { authorization: "Bearer org_acme" } });
    });
    await provider.close();

    expect(code).toBe(0);
  });

  it.each([[[]], [["--target", "http://127.0.0.1:1", "--port", "70000"]], [["--target", "ftp://example.org"]]])(
    "rejects the arguments %j",
    async (argv) => {
      await expect(runWhile(argv, async () => {})).rejects.toMatchObject({ hint: expect.any(String) });
    },
  );
});

function argvFor(target: string): string[] {
  return ["--target", target, "--contracts", library.document, "--port", "0"];
}

/** Runs the command, calls `use` while it listens, and ends it. */
async function runWhile(argv: readonly string[], use: (url: string) => Promise<void>) {
  const ending = new AbortController();
  const listening = Promise.withResolvers<string>();
  const texts = { out: "", err: "" };
  const io: Io = {
    out: (text) => void (texts.out += text),
    err(text) {
      texts.err += text;
      const url = /listens on (http:\S+)/.exec(text)?.[1];
      if (url !== undefined) listening.resolve(url);
    },
    interactive: false,
    colours: false,
    env: {},
    signal: ending.signal,
  };
  const running = command.run(argv, io);
  const url = await Promise.race([listening.promise, running.then(() => "")]);
  await use(url);
  ending.abort();
  return { code: await running, url, ...texts };
}
