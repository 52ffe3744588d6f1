import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Command, Entry, ExitCode, Io } from "../cli/command.ts";
import { commands, run } from "../cli/run.ts";
import type { Replayable } from "../conformance/index.ts";
import { startMock } from "../api/mock.ts";
import type { Mock } from "../mock/index.ts";
import { type Receiver, startReceiver } from "./support/mock/receiver.ts";

/** Examples in the help of all commands. */
const examples = (await allCommands(commands)).flatMap(({ help }) =>
  help
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("concord ") && !line.includes("[")),
);

/** Commands of a catalogue, and their subcommands. */
async function allCommands(catalogue: readonly Entry[]): Promise<readonly Command[]> {
  const loaded = await Promise.all(catalogue.map(async ({ load }) => (await load()).command));
  const parts = await Promise.all(loaded.map(({ subcommands = [] }) => allCommands(subcommands)));
  return [...loaded, ...parts.flat()];
}

const ownDocument = "fixtures/changelog/base.yaml";

let mock: Mock;
/** Mock of the document of the examples, "openapi.yaml". */
let ownMock: Mock;
let receiver: Receiver;
let folder: string;
/** A finding of the report for the replay. */
const id = "f406e3ac83d5";
beforeAll(async () => {
  receiver = await startReceiver();
  ownMock = await startMock({ contracts: [ownDocument] });
  mock = await startMock({ rateLimit: { burst: 60, perSecond: 50 } });
  folder = mkdtempSync(join(tmpdir(), "concord-docs-"));
});
// Other commands write a report with the same name.
beforeEach(() => writeFileSync(join(folder, "conform.json"), JSON.stringify(reportOf(mock.url))));
afterAll(async () => {
  await mock.close();
  await ownMock.close();
  await receiver[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** A report with a finding that the mock does not reproduce. */
function reportOf(target: string): Replayable {
  const exchange = {
    request: { method: "GET", url: `${target}/v1/entity/schemas`, headers: {}, body: null },
    response: { status: 500, headers: {}, body: "" },
  };
  const operation = "GET /v1/entity/schemas";
  return {
    target,
    mode: "sandbox",
    seed: 1,
    options: { runs: 1, includeAssumed: false, contracts: [], overlays: [], burst: false, maxResponseMs: null },
    failures: [
      {
        ...exchange,
        id,
        operation,
        check: "no-server-error",
        code: "F100",
        api: "entity",
        section: "4.1",
        basis: "stated",
        message: "The provider failed with status 500",
        first: null,
        flaky: null,
        patch: null,
        steps: [],
        story: [],
        curl: "",
        replay: "",
        tried: { operation, property: "valid-requests-conform", path: "0:0" },
      },
    ],
    information: [],
  };
}

describe("the examples of --help", () => {
  it("exist for each command", () => {
    expect(new Set(examples.map((line) => line.split(" ")[1]))).toEqual(new Set(commands.map(({ name }) => name)));
  });

  it.each([...new Set(examples)])("%s", async (line) => {
    // Fewer requests than by default, but at least one to each operation of the platform.
    const fewer = line.startsWith("concord conform") ? ["--runs", "1", "--max-requests", "1500"] : [];
    // The consumer's tests of the example are replaced by one call.
    const [ours = "", theirs] = line.split(" -- ");
    const call = "fetch(process.env.PLATFORM_BASE_URL + '/v1/entity/schemas').then(() => process.exit(0))";
    const tests = theirs === undefined ? [] : ["--", process.execPath, "-e", call];
    const { code, err } = await concord([...words(ours).slice(1), ...fewer, ...tests]);

    expect(code, err).toBeLessThan(2);
  });
});

describe("the curl commands that concord mock prints", () => {
  it.skipIf(spawnSync("curl", ["--version"]).error !== undefined)(
    "work as printed: a success, a 409, a 429",
    async () => {
      const server = spawn(process.execPath, ["cli/concord.ts", "mock", "--port", "0"], {
        cwd: join(import.meta.dirname, ".."),
      });
      try {
        const printed = await untilEnd(server, "meter_id");
        const lines = printed
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line.startsWith("curl "));
        const answers = lines.map((line) => execFileSync("sh", ["-c", line], { stdio: "pipe" }).toString());

        expect(answers).toEqual([
          expect.stringContaining('"version":1'),
          expect.stringMatching(/^HTTP\/1\.1 409 /),
          expect.stringMatching(/^(201\n)+(429\n)+$/),
        ]);
      } finally {
        server.kill();
      }
    },
  );
});

function untilEnd(server: ChildProcess, mark: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(mark)) resolve(text);
    });
    server.on("exit", () => reject(new Error(`concord mock ended: ${text}`)));
  });
}

/** Replaces addresses and files of an example by those of this test. */
function words(line: string): string[] {
  const port = /^concord (mock|proxy|webhooks listen)/.test(line)
    ? line.replace(/--port \d+/, "--port 0").replace(/^concord (mock|proxy|webhooks listen)(?!.*--port)/, "$& --port 0")
    : line;
  return [...port.matchAll(/"([^"]*)"|(\S+)/g)]
    .map(([, quoted, plain]) => (quoted ?? plain) as string)
    .map((word, index, all) => {
      if (word.startsWith("http://127.0.0.1:4010")) return word.replace("http://127.0.0.1:4010", mock.url);
      if (word.startsWith("http://127.0.0.1:4011")) return word.replace("http://127.0.0.1:4011", receiver.url);
      if (word.startsWith("http://localhost:3000")) return word.replace("http://localhost:3000", ownMock.url);
      if (word.startsWith("https://api.example.com")) return word.replace("https://api.example.com", ownMock.url);
      if (word === "openapi.yaml") return ownDocument;
      if (word.startsWith("conform.json")) return join(folder, word.replace(/#.*/, `#${id}`));
      if (word === "https://staging.example.org") return mock.url;
      if (["--out", "--save", "--record", "--ledger"].includes(all[index - 1] ?? "")) return join(folder, word);
      // convert-oasdiff writes these files.
      if (["policy.yaml", "waivers.yaml"].includes(word)) return join(folder, word);
      return ["--report", "--state"].includes(all[index - 1] ?? "") ? word.replace(":", `:${folder}/`) : word;
    });
}

async function concord(argv: readonly string[]): Promise<{ code: ExitCode; err: string }> {
  const ended = new AbortController();
  let err = "";
  // Stops a server when it has printed its address.
  const look = (text: string): void => {
    if (/listens on http/.test(text)) ended.abort();
  };
  const io: Io = {
    out: look,
    err(text) {
      err += text;
      look(text);
    },
    interactive: false,
    colours: false,
    env: {},
    signal: ended.signal,
  };
  return { code: await run(argv, io, "0.0.0"), err };
}
