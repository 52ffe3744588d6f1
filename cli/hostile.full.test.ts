import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hostileInputs } from "../test/support/fuzz/hostile-documents.ts";

/** Limit far above the duration of every command, even on a loaded machine. */
const LIMIT_MS = 120_000;
const HEAP_MIB = 1024;

const folder = mkdtempSync(join(tmpdir(), "concord-hostile-"));
let reader: ChildProcess | undefined;
afterAll(() => {
  reader?.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

describe("documents that exhaust resources", () => {
  it.each(hostileInputs)(
    "end with a result or a named error: $name",
    { timeout: LIMIT_MS * 2 },
    async ({ name, files, command = ["contracts", "lint"], codes, error = "" }) => {
      const home = join(folder, name.replaceAll(/\W+/g, "-"));
      const [first = ""] = Object.entries(files()).map(([file, content]) => {
        const path = join(home, file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, content);
        return path;
      });

      const { code, err } = await run([...command, first]);

      expect(err).not.toContain("which is a bug");
      expect(codes, err).toContain(code);
      expect(err).toContain(error);
    },
  );
});

/** Endless file, if the system has one. */
const endless = "/dev/zero";

describe.runIf(existsSync(endless))("endless files", () => {
  const base = "fixtures/deliveries/acme.pem";
  it.each<readonly [string, readonly string[]]>([
    ["a document", ["contracts", "lint", endless]],
    ["an overlay", ["contracts", "lint", "--overlay", endless]],
    ["waivers", ["compat", "contracts/apis/app", "contracts/apis/app", "--waivers", endless]],
    ["a policy", ["compat", "contracts/apis/app", "contracts/apis/app", "--policy", endless]],
    ["a ledger", ["compat", "contracts/apis/app", "contracts/apis/app", "--ledger", endless]],
    ["a report", ["conform", "merge", endless]],
    ["a report to replay", ["replay", endless]],
    ["a pact", ["pact", "check", endless]],
    ["base URLs", ["conform", "--target", "http://127.0.0.1:1", "--base-urls", endless]],
    ["an authority", ["conform", "--target", "http://127.0.0.1:1", "--ca", endless]],
    ["fixtures", ["mock", "--port", "0", "--fixtures", endless]],
    ["a certificate", ["mock", "--port", "0", "--tls-cert", endless, "--tls-key", base]],
    ["a state", ["mock", "--port", "0", "--state", `sqlite:${endless}`]],
    ["a delivery", ["webhooks", "verify", endless, "--public-key", base]],
    ["a key", ["webhooks", "verify", base, "--public-key", endless]],
  ])("end with a named error: %s", { timeout: LIMIT_MS * 2 }, async (_, argv) => {
    const { code, err } = await run(argv);

    expect(err).toMatch(/^error [a-z-]+: Cannot /m);
    expect(code).toBe(2);
  });
});

describe("HTTP responses that exhaust resources", () => {
  const zeros = Buffer.alloc(200 * 1024 * 1024);
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    endless: (response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(zeros.subarray(0, 1024 * 1024)));
      };
      response.on("drain", more);
      more();
    },
    gzip: (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(zeros)),
    br: (response) =>
      void response
        .writeHead(200, { "content-encoding": "br" })
        .end(brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
    "not-gzip": (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end("openapi: 3.1.0"),
    loop: (response) => void response.writeHead(302, { location: "/loop" }).end(),
    long: (response) => void response.writeHead(302, { location: `/${"a".repeat(10_000)}` }).end(),
    short: (response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("openapi: 3.1.0", () => response.destroy());
    },
    cut: (response) => response.write("openapi: 3.1.0", () => response.destroy()),
  };
  const server = createServer(({ url = "" }, response) => {
    const answer = answers[url.slice(1)];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  let host = "";
  beforeAll(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(Object.keys(answers))("end with a named error: %s", { timeout: LIMIT_MS * 2 }, async (name) => {
    const url = `http://${host}/${name}`;
    const read = await run(["compat", url, url, "--allow-url", host]);
    const key = await run(["webhooks", "verify", "fixtures/deliveries/acme.pem", "--public-key", url]);

    expect(read.err).toMatch(/^error unreadable-document: Cannot read "http/);
    expect(key.err).toMatch(/^error unusable-key: Cannot use the key of "http/);
    expect([read.code, key.code]).toEqual([2, 2]);
  });
});

describe("files of commits that exhaust resources", () => {
  const workingFolder = process.cwd();
  const home = join(folder, "repository");
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: home, input, encoding: "utf8" });
  const files: readonly (readonly [name: string, mode: string, content: () => string, error: string])[] = [
    ["huge.yaml", "100644", () => "a: b\n".repeat(14_000_000), "larger than 64 MiB"],
    ["zeros.yaml", "100644", () => "\0".repeat(60_000_000), "it is binary"],
    ["own.yaml", "120000", () => "own.yaml", "leads back to itself"],
    ["outside.yaml", "120000", () => "/etc/passwd", "outside of the repository"],
    ["long.yaml", "120000", () => "a/".repeat(40_000_000), "it is a link of more bytes"],
    ["-x\n'$(y)\".yaml", "100644", () => "[".repeat(2000), "nests more than"],
  ];
  beforeAll(() => {
    mkdirSync(home);
    git(["init", "--quiet"]);
    const entries = files.map(([name, mode, content]) => {
      const id = git(["hash-object", "-w", "--stdin"], content()).trim();
      return `${mode} blob ${id}\t${name}\0`;
    });
    const tree = git(["mktree", "-z"], entries.join("")).trim();
    git(["tag", "v1", git(["commit-tree", "-m", "One", tree]).trim()]);
    process.chdir(home);
    reader?.kill("SIGKILL");
    reader = undefined;
  });
  afterAll(() => process.chdir(workingFolder));

  it.each(files)("end with a named error: %j", { timeout: LIMIT_MS * 2 }, async (name, _mode, _content, error) => {
    const input = `git:v1:${name}`;
    const { code, err } = await run(["compat", input, input]);

    expect(err).toMatch(/^error unreadable-document: Cannot read "git:v1:/);
    expect(err).toContain(error);
    expect(code).toBe(2);
  });
});

interface Ended {
  readonly code: number | undefined;
  readonly err: string;
}

/** Runs a command in a process with a limited heap. */
async function run(argv: readonly string[]): Promise<Ended> {
  if (!reader?.connected) {
    const file = fileURLToPath(new URL("../test/support/fuzz/reader.ts", import.meta.url));
    reader = fork(file, { execArgv: [`--max-old-space-size=${HEAP_MIB}`], silent: true });
  }
  const child = reader;
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const aborted = new AbortController();
  try {
    child.send(argv);
    return await Promise.race([
      once(child, "message", aborted).then(([ended]) => ended as Ended),
      once(child, "exit", aborted).then(() => ({ code: undefined, err: "the process ran out of time or memory" })),
    ]);
  } finally {
    clearTimeout(timer);
    aborted.abort();
  }
}
