import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../mock/index.ts";
import type { ExitCode, Io } from "./command.ts";
import { commands, run } from "./run.ts";

let mock: Mock;
let folder: string;
beforeAll(async () => {
  mock = await startMock();
  folder = mkdtempSync(join(tmpdir(), "concord-cli-"));
});
afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("concord", () => {
  it("lists its commands, on stderr and with 2 when none is named", async () => {
    const asked = await concord("--help");
    const lost = await concord();

    expect(asked.code).toBe(0);
    expect(lost).toEqual({ code: 2, out: "", err: asked.out });
    for (const { name, summary } of commands) expect(asked.out).toMatch(new RegExp(`^  ${name} +${summary}$`, "m"));
  });

  it("tells its version", async () => {
    expect(await concord("--version")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  it.each(commands.map(({ name }) => name))("%s --help says how it is used, with examples", async (name) => {
    const { code, out } = await concord(name, "--help");

    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: concord ${name}`));
    expect(out).toMatch(new RegExp(`^  concord ${name}`, "m"));
  });

  it.each([
    [["nonsense"], 'Cannot run "concord nonsense": there is no such command'],
    [
      ["mock", "--nonsense"],
      "error usage: Cannot run \"concord mock\": Unknown option '--nonsense'\n  See: concord mock --help",
    ],
    [["mock", "--port", "x"], '--port takes a whole number of at least 0, not "x"'],
    [["mock", "--port", "70000"], "--port takes a number up to 65535"],
    [["mock", "--rate-limit", "fast"], '--rate-limit takes two numbers such as 60/1, not "fast"'],
    [["mock", "--contracts", "none.yaml"], 'error unreadable-document: Cannot read "none.yaml"'],
    [["conform"], "--target is missing"],
    [["conform", "--target", "x", "--mode", "wild"], '--mode is read-only or sandbox, not "wild"'],
    [["conform", "--target", "x", "--report", "pdf:x"], "--report takes one of json, junit"],
    [["conform", "--target", "x", "--path", "0:1"], "--path goes with --operation and --property"],
    [
      ["conform", "--target", "x", "--operation", "a", "--property", "b", "--path", "zzz"],
      '--path takes numbers as a failure prints them, such as 0:12:1, not "zzz"',
    ],
    [["conform", "--target", "http://127.0.0.1:1"], "error unreachable-target"],
    [["contracts"], "it takes at least 1 arguments, not 0"],
    [["contracts", "paint"], '"paint" is neither list nor lint'],
    [["contracts", "list", "--format", "xml"], '--format is text or json, not "xml"'],
  ])("%j exits with 2, and says what to do", async (argv, message) => {
    const { code, out, err } = await concord(...argv);

    expect(code).toBe(2);
    expect(out).toBe("");
    expect(err).toContain(message);
  });
});

describe("concord mock", () => {
  it("prints its address and a token, serves, and ends with the signal", async () => {
    const ended = new AbortController();
    let answered: Promise<Response> | undefined;
    const { code, out } = await concord.with({
      signal: ended.signal,
      onOut: (text) => {
        const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
        answered ??= fetch(`${url}/v1/entity/schemas`, { headers: { authorization: "Bearer org_demo" } });
        void answered.finally(() => ended.abort());
      },
    })("mock", "--port", "0");

    expect(code).toBe(0);
    expect(out).toContain("Token: org_demo");
    expect((await answered)?.status).toBe(200);
  });

  it("serves stated operations only when it is told to", async () => {
    const ended = new AbortController();
    let answered: Promise<Response> | undefined;
    await concord.with({
      signal: ended.signal,
      onOut: (text) => {
        answered ??= fetch(`${/http:\/\/[\d.:]+/.exec(text)?.[0]}/v2/metering/meters`);
        void answered.finally(() => ended.abort());
      },
    })("mock", "--port", "0", "--stated-only");

    expect((await answered)?.status).toBe(501);
  });
});

describe("concord conform", () => {
  it("exits with 0 and one line where nothing is found, and writes its reports", async () => {
    const [json, junit] = [join(folder, "report.json"), join(folder, "report.xml")];
    const { code, out, err } = await concord(
      "conform",
      "--target",
      mock.url,
      "--operation",
      "listSchemas",
      "--seed",
      "1",
      "--report",
      `json:${json}`,
      "--report",
      `junit:${junit}`,
    );

    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^no failures in 1 operation, \d+ requests, /);
    expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ target: mock.url, seed: 1, failures: [] });
    expect(readFileSync(junit, "utf8")).toContain('<testsuite name="entity" tests="1" failures="0">');
  });

  it("shows progress on a terminal, and takes it away", async () => {
    const { err } = await concord.with({ interactive: true })(
      "conform",
      "--target",
      mock.url,
      "--operation",
      "listSchemas",
      "--seed",
      "1",
    );

    expect(err).toContain("0/1 operations");
    expect(err.endsWith("\r\u001b[K")).toBe(true);
  });

  it("cannot run where a report cannot be written", async () => {
    const { code, err } = await concord(
      "conform",
      "--target",
      mock.url,
      "--operation",
      "listSchemas",
      "--report",
      "json:no/such/folder/x.json",
    );

    expect(code).toBe(2);
    expect(err).toContain("error unwritable-output");
  });
});

describe("concord contracts", () => {
  it("lists operations with their basis and section", async () => {
    const { code, out } = await concord("contracts", "list");

    expect(code).toBe(0);
    expect(out).toMatch(/^entity +PUT \/v1\/entity\/schemas\/\{slug\} +putSchema +stated +4\.1$/m);
    expect(JSON.parse((await concord("contracts", "list", "--format", "json")).out)).toHaveLength(
      out.trim().split("\n").length - 1,
    );
  });

  it("finds nothing wrong with the platform's own contracts", async () => {
    expect(await concord("contracts", "lint")).toEqual({ code: 0, out: "", err: "no problems in 3 documents\n" });
  });
});

interface Setting {
  readonly signal?: AbortSignal;
  readonly interactive?: boolean;
  readonly onOut?: (text: string) => void;
}

function withSetting({ signal = new AbortController().signal, interactive = false, onOut }: Setting) {
  return async (...argv: readonly string[]): Promise<{ code: ExitCode; out: string; err: string }> => {
    const texts = { out: "", err: "" };
    const io: Io = {
      out: (text) => {
        texts.out += text;
        onOut?.(text);
      },
      err: (text) => (texts.err += text),
      interactive,
      colours: false,
      env: {},
      signal,
    };
    return { code: await run(argv, io, "1.2.3"), ...texts };
  };
}

const concord = Object.assign(withSetting({}), { with: withSetting });
