import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";
import { run } from "../run.ts";

const library = join(import.meta.dirname, "../../fixtures/mock/library.yaml");
const folder = mkdtempSync(join(tmpdir(), "concord-exposed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refusal = /Cannot listen on ".*": other machines reach it, and the mock has no control token/;
const remedy = /--control-token or CONCORD_CONTROL_TOKEN/;

/** Addresses that other machines may reach. */
const open = ["0.0.0.0", "::", "10.0.0.7", "mock.example", "127.0.0.1.example", "128.0.0.1"];

/** Names and addresses of this machine alone. */
const local = ["127.0.0.1", "127.9.8.7", "::1", "localhost"];

describe("a mock that other machines can reach", () => {
  it.each(open)("does not start in code without a control token: %j", async (host) => {
    await expect(startMock({ contracts: [library], host })).rejects.toThrow(refusal);
  });

  it("starts in code with a control token, which the control API then needs", async () => {
    await using mock = await startMock({ contracts: [library], host: "0.0.0.0", controlToken: "s3cret" });
    const url = `http://127.0.0.1:${new URL(mock.url).port}/_concord/organizations`;

    expect((await fetch(url, { headers: { "concord-control": "1" } })).status).toBe(403);
    expect((await fetch(url, { headers: { authorization: "Bearer s3cret" } })).status).toBe(200);
  });

  it.each(local)("needs none on %s", async (host) => {
    await using mock = await startMock({ contracts: [library], host });

    expect(mock.url).toContain("http");
  });

  it.each([
    ["the option", ["--host", "0.0.0.0"], {}],
    ["the configuration", [], { host: "0.0.0.0" }],
  ])("does not start by %s without a control token", async (_, options, config) => {
    const { code, out, err } = await started(options, { config });

    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(refusal);
    expect(err).toMatch(remedy);
  });

  it.each([
    ["the option", ["--control-token", "s3cret"], {}, {}],
    ["the configuration", [], { controlToken: "s3cret" }, {}],
    ["the environment", [], {}, { CONCORD_CONTROL_TOKEN: "s3cret" }],
  ])("starts with a control token from %s", async (_, options, config, env) => {
    const { code, out } = await started(["--host", "0.0.0.0", ...options], { config, env });

    expect(code).toBe(0);
    expect(out).toContain("Reachable: from other machines, at 0.0.0.0");
    expect(out).not.toContain("s3cret");
  });

  it("does not start with an empty token from the environment", async () => {
    const { code, err } = await started(["--host", "0.0.0.0"], { env: { CONCORD_CONTROL_TOKEN: "" } });

    expect(code).toBe(2);
    expect(err).toContain("CONCORD_CONTROL_TOKEN needs a value");
  });
});

interface Setting {
  readonly config?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the command until it greets. */
async function started(options: readonly string[], { config = {}, env = {} }: Setting) {
  const file = join(folder, "concord.config.json");
  writeFileSync(file, JSON.stringify({ mock: { contracts: [library], ...config } }));
  const ended = new AbortController();
  const text = { out: "", err: "" };
  const io = {
    out(part: string) {
      text.out += part;
      ended.abort();
    },
    err: (part: string) => void (text.err += part),
    interactive: false,
    colours: false,
    env,
    signal: ended.signal,
  };
  const code = await run(["mock", "--port", "0", "--config", file, ...options], io, "1.2.3");
  return { code, ...text };
}
