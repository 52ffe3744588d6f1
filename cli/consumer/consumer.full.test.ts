import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConsumerReport } from "../../conformance/index.ts";
import { loadPlatform } from "../../contracts/index.ts";
import { consumerProfiles } from "../../mock/index.ts";
import { startMock } from "../../api/mock.ts";
import type { ExitCode, Io } from "../command.ts";
import { run } from "../run.ts";
import { createEnvironment, variables } from "./environment.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-consumer-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = process.execPath;

describe("concord consumer", () => {
  it.concurrent.each(["careful", "careless"])(
    "reports the results of the %s consumer that its table lists",
    async (name) => {
      const file = join(folder, `${name}.json`);
      const { code, out, err } = await concord("--report", `json:${file}`, "--", node, "--test", testsOf(name));
      const { runs } = JSON.parse(readFileSync(file, "utf8")) as ConsumerReport;
      const [baseline, ...others] = runs;

      expect(err).toBe("");
      expect(baseline).toMatchObject({ name: "none", outcome: "passed", strikes: 0 });
      expect(
        Object.fromEntries(others.map((each) => [each.name, each.outcome === "warned" ? "failed" : each.outcome])),
      ).toEqual(tableOf(name));
      for (const { strikes, isObliged, isJudgedByCalls, outcome, exitCode, struck = [], last } of others) {
        if (outcome === "skipped") continue;
        expect(strikes).toBeGreaterThan(0);
        if (isJudgedByCalls) continue;
        expect(outcome).toBe(exitCode === 0 ? "passed" : isObliged ? "failed" : "warned");
        if (outcome !== "passed") expect(last ?? struck.at(-1)).toBeDefined();
        // The output names the unlisted value, and the report shows it beside the call.
        if (outcome === "failed") expect(struck.flatMap(({ unlisted = [] }) => unlisted).length).toBeGreaterThan(0);
      }
      expect(out.match(/affected, and in the output:/g)?.length).toBe(name === "careful" ? undefined : 4);
      expect(code).toBe(name === "careful" ? 0 : 1);
    },
    90_000,
  );

  it("reports faults that affected nothing, and hides secrets", async () => {
    const command =
      "fetch(process.env.PLATFORM_BASE_URL + '/v1/entity/schemas', { headers: { authorization: 'Bearer ' + process.env.PLATFORM_TOKEN } }).then(() => { console.log(process.env.MY_TOKEN); process.exit(process.env.PLATFORM_FAULT === 'unknown-field' ? 1 : 0) })";
    const faults = "unknown-enum,unknown-field";
    const { code, out } = await concord("--fault", faults, "--fixtures", "small", "--", node, "-e", command);

    expect(code).toBe(1);
    expect(out).toMatch(
      /^passed {3}none .*\nfailed {3}unknown-field .*\nskipped {2}unknown-enum .*0 affected {2}obliged by §9.6\n/,
    );
    expect(out).toContain("The fault affected none of 1 call and 0 deliveries");
    expect(out).toMatch(/last affected: +GET \/v1\/entity\/schemas -> 200, affected by unknown-field/);
    expect(out).toMatch(/output: +\n +\*\*\*\n/);
    expect(out).not.toContain("very-secret");
  });

  it("counts warnings and unused obligatory faults as failures with --strict", async () => {
    const command =
      "fetch(process.env.PLATFORM_BASE_URL + '/v1/entity/schemas', { headers: { authorization: 'Bearer ' + process.env.PLATFORM_TOKEN } }).then(({ status }) => process.exit(status === 200 ? 0 : 1))";
    const argv = ["--fault", "5xx-once,unknown-enum,duplicate-webhooks", "--", node, "-e", command];
    const [mild, strict] = await Promise.all([concord(...argv), concord("--strict", ...argv)]);

    expect([mild.code, strict.code]).toEqual([0, 1]);
    expect(mild.out.match(/^\w+ {2,}[\w-]+/gm)?.map((line) => line.replaceAll(/ +/g, " "))).toEqual(
      expect.arrayContaining(["warned 5xx-once", "skipped unknown-enum", "skipped duplicate-webhooks"]),
    );
    expect(strict.out.match(/^\w+ {2,}[\w-]+/gm)?.map((line) => line.replaceAll(/ +/g, " "))).toEqual(
      expect.arrayContaining(["failed 5xx-once", "failed unknown-enum", "skipped duplicate-webhooks"]),
    );
    expect(mild.out).toMatch(
      /\nno failures, 1 warning, 2 skipped in 4 runs \(unknown-enum, duplicate-webhooks affected nothing\), .*\n$/,
    );
  });

  it("runs only without faults for --fault none", async () => {
    const { out } = await concord("--fault", "none", "--", node, "-e", "process.exit(3)");

    expect(out).toMatch(/^failed {3}none .*\n\n/);
  });

  it("removes control sequences from the output of the command", async () => {
    const file = join(folder, "said.json");
    const command = `console.log("\\x1b[2J\\x1b[31mred\\x07"); process.exit(1)`;
    const { out } = await concord("--report", `json:${file}`, "--", node, "-e", command);

    expect(out).toContain("\n       red\\x07\n");
    expect((JSON.parse(readFileSync(file, "utf8")) as ConsumerReport).runs[0]?.output).toBe("red\\x07\n");
  });

  it("checks before the first run that a report can be written", async () => {
    const marker = join(folder, "ran");
    const command = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "")`;
    const { code, err } = await concord("--report", `json:${folder}/none/x.json`, "--", node, "-e", command);

    expect([code, existsSync(marker)]).toEqual([2, false]);
    expect(err).toContain("error unwritable-output: Cannot write");
  });

  it("configures the mock by the file, except for its address and storage", async () => {
    const config = join(folder, "config.json");
    const contracts = [resolve("fixtures/mock/library.yaml")];
    const mock = {
      contracts,
      seed: "s",
      port: 1,
      state: "sqlite:nowhere/else.db",
      faults: [{ id: "latency", milliseconds: 10 }],
    };
    writeFileSync(config, JSON.stringify({ mock }));
    const command =
      "fetch(process.env.CONCORD_LIBRARY_BASE_URL + '/books', { headers: { authorization: 'Bearer ' + process.env.CONCORD_TOKEN } }).then(({ status }) => process.exit(status === 200 && process.env.PLATFORM_TOKEN === undefined ? 0 : 1))";
    const { code, out, err } = await concord("--config", config, "--fault", "5xx-once", "--", node, "-e", command);

    expect(err).toMatch(
      /^Using the settings of .*config\.json\nThe faults of the settings are ignored: each run has its own\n$/,
    );
    expect(out).toMatch(/^passed {3}none .*\nwarned {3}5xx-once .*1 affected\n/);
    expect(out).toContain("seed s,");
    expect(code).toBe(0);
  });

  it("exits with 2 if the command fails or sends no request without faults", async () => {
    const failed = await concord("--", node, "-e", "process.exit(3)");
    const silent = await concord("--", node, "-e", "0");

    expect([failed.code, silent.code]).toEqual([2, 2]);
    expect(failed.out).toContain("The command failed with 3");
    expect(failed.out).toContain("Fix this first");
    expect(silent.out).toContain("does it read CONCORD_BASE_URL?");
  });

  it("stops its command when it is interrupted", async () => {
    const interruption = new AbortController();
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const command = `require("node:net").connect(${port}, "127.0.0.1").write(process.env.PLATFORM_BASE_URL)`;
    const running = concordUntil(interruption.signal, "--", node, "-e", command);
    const [socket] = (await once(server, "connection")) as [Socket];
    const [url] = (await once(socket, "data")) as [Buffer];
    const closed = once(socket, "close");
    interruption.abort();

    expect(await running).toMatchObject({ code: 2, out: expect.stringContaining("interrupted") as string });
    await closed;
    await expect(fetch(`${url.toString()}/_concord/health`)).rejects.toThrow("fetch failed");
    server.close();
  });

  it.each([
    [[], "the command is missing, such as -- npm test"],
    [["--fault", "unknown-enums", "--", "x"], 'there is no fault "unknown-enums"; the nearest is unknown-enum'],
    [["--timeout", "0", "--", "x"], '--timeout must be a whole number of at least 1, not "0"'],
    [["--seed", "", "--", "x"], "--seed needs a value"],
    [["--report", "pdf:x", "--", "x"], "--report must be one of json"],
    [["--", "no-such-program"], 'Cannot run "no-such-program": there is no such program'],
  ])("rejects %j", async (argv, reason) => {
    const { code, err } = await concord(...argv);

    expect(code).toBe(2);
    expect(err).toContain(reason);
  });

  it("passes the arguments behind -- to the command", async () => {
    const { code, out } = await concord("--", node, "--help");

    expect([code, out]).toEqual([2, expect.stringContaining("made no call")]);
  });
});

describe("the environment of a consumer", () => {
  it("has each variable of the help, with URLs that reach the platform", async () => {
    const contracts = await loadPlatform();
    await using mock = await startMock({ contracts });
    const env = createEnvironment(mock, contracts, "none");
    const headers = { authorization: `Bearer ${env["PLATFORM_TOKEN"]}` };
    const statusOf = async (url: string) => (await fetch(url, { headers })).status;

    expect(Object.keys(env)).toHaveLength(2 * (variables.length - 1 + contracts.length));
    for (const [name] of variables) expect(env).toHaveProperty(name.replace("<API>", "WORKFLOW_EXECUTION"));
    expect(env).toMatchObject({ PLATFORM_TOKEN: env["CONCORD_TOKEN"], PLATFORM_FAULT: "none" });
    expect(await statusOf(`${env["CONCORD_BASE_URL"]}/v1/entity/schemas`)).toBe(200);
    expect(await statusOf(`${env["PLATFORM_METERING_BASE_URL"]}/v2/metering/meters`)).toBe(200);
    expect(await statusOf(String(env["CONCORD_PUBLIC_KEY_URL"]))).toBe(200);
  });
});

function testsOf(name: string): string {
  return `fixtures/consumers/${name}/${name}.test.ts`;
}

/** Results of one consumer in the consumers' README, by fault. All faults must be in it. */
function tableOf(name: string): Record<string, string> {
  const rows = readFileSync("fixtures/consumers/README.md", "utf8").matchAll(
    /^\| `([\w-]+)` \| (passed|failed|skipped) \| (passed|failed|skipped) \|/gm,
  );
  const table = Object.fromEntries(
    [...rows].map(([, fault, careful, careless]) => [fault, name === "careful" ? careful : careless]),
  ) as Record<string, string>;
  expect(Object.keys(table).toSorted(), "Rows of the table in fixtures/consumers/README.md").toEqual(
    consumerProfiles
      .slice(1)
      .map((profile) => profile.name)
      .toSorted(),
  );
  return table;
}

function concord(...argv: readonly string[]) {
  return concordUntil(new AbortController().signal, ...argv);
}

async function concordUntil(
  signal: AbortSignal,
  ...argv: readonly string[]
): Promise<{ code: ExitCode; out: string; err: string }> {
  const texts = { out: "", err: "" };
  const io: Io = {
    out: (text) => void (texts.out += text),
    err: (text) => void (texts.err += text),
    interactive: false,
    colours: false,
    env: { ...process.env, MY_TOKEN: "very-secret" },
    signal,
  };
  return { code: await run(["consumer", ...argv], io, "1.2.3"), ...texts };
}
