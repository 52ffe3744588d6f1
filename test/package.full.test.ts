import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocks } from "./support/documents.ts";
import { bytesIn, runtimeDependencies, weightOf } from "./support/package-weight.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const minutes = 60_000;

/** Limits of an installation, Concord itself included. */
const MAX_PACKAGES = 25;
const MAX_BYTES = 20_000_000;

interface BillOfMaterials {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly licenses: readonly object[];
  }[];
}

/** Lowest version that the package supports, and the newest version of each supported release line. */
const runtimes = ["22.19.0", "24.21.0", "26.10.0"];

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "concord-package-"));
  await run(npm, ["pack", "--pack-destination", folder], { cwd: root });
  tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) as string);
}, 10 * minutes);

afterAll(() => rmSync(folder, { recursive: true, force: true }), 2 * minutes);

describe.concurrent.each(runtimes)("the packed package, installed into an empty folder on Node %s", (version) => {
  it(
    "runs npx concord-toolkit mock, and startMock() from a module",
    async () => {
      const home = mkdtempSync(join(folder, "home-"));
      writeFileSync(join(home, "package.json"), JSON.stringify({ type: "module", allowScripts: { node: true } }));
      writeFileSync(join(home, "use.js"), usage);
      await run(npm, ["install", "--no-audit", "--no-fund", `node@${version}`, tarball], { cwd: home });

      const used = await run("npx", ["node", "use.js"], { cwd: home });
      expect(JSON.parse(used.stdout)).toEqual({
        node: version,
        status: 200,
        body: { results: [] },
        verified: { ok: true },
      });

      const mock = spawn("npx", ["concord", "mock", "--port", "0"], { cwd: home, detached: true });
      try {
        const url = await printedUrl(mock);
        const answer = await fetch(`${url}/v1/entity/schemas`, { headers: { authorization: "Bearer org_demo" } });
        expect(answer.status).toBe(200);
      } finally {
        process.kill(-(mock.pid as number), "SIGTERM");
      }
    },
    4 * minutes,
  );
});

describe("the weight of the packed package", () => {
  let unpacked: string;

  beforeAll(async () => {
    unpacked = mkdtempSync(join(folder, "unpacked-"));
    await run("tar", ["-xzf", tarball, "-C", unpacked]);
  }, minutes);

  /** Broken limits of an installation of the package with these dependencies. */
  function brokenLimits(dependencies: readonly string[]): string[] {
    const { packages, bytes } = weightOf(dependencies);
    return [
      ...(packages + 1 > MAX_PACKAGES ? ["packages"] : []),
      ...(bytes + bytesIn(unpacked) > MAX_BYTES ? ["bytes"] : []),
    ];
  }

  it(`is at most ${MAX_PACKAGES} packages and ${MAX_BYTES} bytes`, () => {
    expect(runtimeDependencies).toContain("undici");
    expect(brokenLimits(runtimeDependencies)).toEqual([]);
  });

  it("exceeds a limit with a planted dependency", () => {
    expect(brokenLimits([...runtimeDependencies, "graphql"])).toEqual(["bytes"]);
    expect(brokenLimits([...runtimeDependencies, "express"])).toContain("packages");
  });

  it("has the licence of each bundled package", () => {
    const licences = readFileSync(join(unpacked, "package/dist/LICENCES.txt"), "utf8");
    const missing = bundledDependencies.filter((name) => !licences.includes(`\n${name} ${devDependencies[name]} (`));

    expect(bundledDependencies).toContain("graphql");
    expect(missing).toEqual([]);
    expect(licences).toContain("Copyright (c) GraphQL Contributors");
  });

  it("has a bill of materials of the same packages", () => {
    const licences = readFileSync(join(unpacked, "package/dist/LICENCES.txt"), "utf8");
    const bill = JSON.parse(readFileSync(join(unpacked, "package/dist/sbom.cdx.json"), "utf8")) as BillOfMaterials;
    const packages = [...licences.matchAll(/^={80}\n(\S+ \S+) \(.+\)\n={80}$/gm)].map(([, title]) => title);

    expect(packages.length).toBeGreaterThan(bundledDependencies.length);
    expect(bill.components.map(({ name, version }) => `${name} ${version}`)).toEqual(packages);
    for (const { name, version, purl, licenses } of bill.components) {
      expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
      expect([name, licenses]).toEqual([
        name,
        [expect.objectContaining({ license: { id: expect.any(String) as string } })],
      ]);
    }
  });
});

describe("an import of the packed mock", () => {
  it("loads few files, and no package for requests", { timeout: minutes }, async () => {
    const { files, packages, hasHttpClient } = await loadedBy("mock");

    expect(packages).toEqual(["fast-check", "pure-rand"]);
    expect(files).toBeLessThan(100);
    expect(hasHttpClient).toBe(false);
  });

  it("loads less than one that sends requests", { timeout: minutes }, async () => {
    expect((await loadedBy("conformance")).packages).toContain("undici");
    expect((await loadedBy("mock", "await import('node:http');")).hasHttpClient).toBe(true);
  });

  /** Modules that an entry point of dist/ loads. */
  async function loadedBy(
    entry: string,
    before = "",
  ): Promise<{ readonly files: number; readonly packages: readonly string[]; readonly hasHttpClient: boolean }> {
    const url = pathToFileURL(join(root, `dist/api/${entry}.js`)).href;
    const program = `
      import { registerHooks } from "node:module";
      const urls = [];
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
      ${before}
      await import(${JSON.stringify(url)});
      const files = urls.filter((url) => url.startsWith("file:"));
      const packages = files.flatMap((url) => url.split("/node_modules/")[1]?.split("/")[0] ?? []);
      const hasHttpClient = process.moduleLoadList.some((name) => name.endsWith("internal/deps/undici/undici"));
      console.log(JSON.stringify({ files: files.length, packages: [...new Set(packages)].sort(), hasHttpClient }));`;
    const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program]);
    return JSON.parse(stdout) as Awaited<ReturnType<typeof loadedBy>>;
  }
});

describe.concurrent.each(["2", "3.0", "3", "4"])("the packed package beside Vitest %s", (version) => {
  const isTooOld = version === "2" || version === "3.0";
  let home: string;

  beforeAll(async () => {
    home = mkdtempSync(join(folder, "beside-"));
    const names = ["package.json", "pumps.yaml", "pumps.ts", "meters.test.ts", "faults.test.ts"];
    for (const name of names) writeFileSync(join(home, name), project[name] as string);
    writeFileSync(join(home, "pumps.test.ts"), project["right.suite.ts"] as string);
    const beside = [
      `vitest@${version}`,
      ...["typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`),
    ];
    await run(npm, ["install", "--no-audit", "--no-fund", ...beside], { cwd: home });
    await run(npm, ["install", "--no-audit", "--no-fund", tarball], { cwd: home });
  }, 6 * minutes);

  it("compares documents", { timeout: minutes }, async () => {
    const concord = join(home, "node_modules/concord-toolkit/dist/cli/concord.js");
    const { stdout } = await run(process.execPath, [concord, "compat", "pumps.yaml", "pumps.yaml"], { cwd: home });

    expect(stdout).toContain("No changes");
  });

  it.runIf(isTooOld)("names the version that its tests need", { timeout: minutes }, async () => {
    const { stdout } = await vitest("--reporter=json");

    expect(stdout).toContain(": 3.2 or later is needed");
  });

  it.skipIf(isTooOld)("runs tests with a mock, under faults, and of a provider", { timeout: 2 * minutes }, async () => {
    const { stdout } = await vitest("--reporter=tap-flat");

    expect(stdout.match(/^not ok .*$/gm)).toEqual([expect.stringContaining("1EMH0012345682")]);
    expect(stdout.match(/^ok \d+ - meters\.test\.ts/gm)).toHaveLength(3);
    expect(stdout.match(/^ok \d+ - faults\.test\.ts/gm)).toHaveLength(3);
    expect(stdout.match(/^ok \d+ - pumps\.test\.ts/gm)).toHaveLength(7);
    expect(stdout).toContain("to have received createMeter 2 times, but it came once");
  });

  it.skipIf(isTooOld)("has types for a strict project", { timeout: minutes }, async () => {
    // Declarations of Vitest 3 do not agree with those of its own dependencies.
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2024", "--module", "nodenext"];
    const argv = [...options, "--types", "node", "--allowImportingTsExtensions", "meters.test.ts", "faults.test.ts"];
    const compiler = [join(home, "node_modules/typescript/bin/tsc"), ...argv];
    const checked = run(process.execPath, compiler, { cwd: home }).catch((error: { stdout: string }) => error);

    expect((await checked).stdout).toBe("");
  });

  /** Output of a run of Vitest, even if a test fails. */
  function vitest(reporter: string): Promise<{ stdout: string }> {
    const argv = ["node_modules/vitest/vitest.mjs", "run", reporter];
    return run(process.execPath, argv, { cwd: home }).catch((error: { stdout: string }) => error);
  }
});

describe.concurrent("the packed package in a project's tests", () => {
  let home: string;
  /** Output of npm about the installation. */
  let installed: string;

  beforeAll(async () => {
    home = mkdtempSync(join(folder, "tests-"));
    for (const [name, text] of Object.entries(project)) writeFileSync(join(home, name), text);
    const ours = ["vitest", "typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);
    installed = (await run(npm, ["install", "--no-audit", "--no-fund", tarball, ...ours], { cwd: home })).stderr;
  }, 4 * minutes);

  it("provides Vitest tests with a mock, and each test with a world", { timeout: minutes }, async () => {
    const { stdout } = await node(
      "node_modules/vitest/vitest.mjs",
      "run",
      "meters",
      "documented",
      "--reporter=tap-flat",
    );

    expect([stdout.match(/^ok /gm)?.length, stdout.match(/^not ok /gm)?.length]).toEqual([4, 1]);
    expect(stdout).toContain("to have received createMeter 2 times, but it came once");
  });

  it("runs in node:test without further packages", { timeout: minutes }, async () => {
    const { stdout } = await node("--test", "--test-reporter=tap", "meters.node.ts");

    expect(stdout).toMatch(/^# pass 2$/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  it(
    "tests a provider against its contract: a correct one passes, one with a fault fails",
    async () => {
      const suites = async (name: string): Promise<string> => {
        const argv = ["run", name, "--config", "suites.config.ts", "--reporter=tap-flat"];
        return (await node("node_modules/vitest/vitest.mjs", ...argv)).stdout;
      };
      const [right, wrong] = [await suites("right"), await suites("wrong")];

      expect([right.match(/^ok /gm)?.length, right.match(/^not ok /gm)?.length]).toEqual([7, undefined]);
      expect(wrong.match(/^not ok .*$/gm)).toEqual([expect.stringContaining("GET /pumps  before anything is made")]);
      expect(wrong).toContain('The body of status 200 has at \\"/0/flow\\" \\"much\\", expected a number');
    },
    2 * minutes,
  );

  it("has types for a strict project", { timeout: minutes }, async () => {
    const options = ["--noEmit", "--strict", "--target", "es2024", "--module", "nodenext", "--types", "node"];
    const { stdout } = await node(
      "node_modules/typescript/bin/tsc",
      ...options,
      "--allowImportingTsExtensions",
      ...typed,
    );

    expect(stdout).toBe("");
  });

  it("has a README without dead links, and needs no install script", () => {
    const own = join(home, "node_modules/concord-toolkit");
    const links = [...readFileSync(join(own, "README.md"), "utf8").matchAll(/\]\((?!https?:)([^)#]+)/g)];

    expect(links.map(([, link]) => link as string).filter((link) => !existsSync(join(own, link)))).toEqual([]);
    expect(links.length).toBeGreaterThan(0);
    expect(installed).not.toContain("install-scripts");
  });

  it("has the packages for overlays, OpenAPI 2.0, feeds and GraphQL in its bundle", { timeout: minutes }, async () => {
    await concord("contracts", "bundle", "pets.yaml", "--overlay", "pets.overlay.yaml", "--out", "bundled");
    expect(readFileSync(join(home, "bundled/pets.json"), "utf8")).toContain('"summary": "All pets"');

    const { stderr: problems } = await concord("contracts", "lint", "pets.yaml");
    expect(problems).toContain("no problems in 1 document");

    await concord("changelog", "pets.yaml", "bundled/pets.json", "--out", "news", "--link", "https://example.com");
    expect(existsSync(join(home, "news/changelog.feed.json"))).toBe(true);

    const { stdout: changes } = await concord("compat", "shop.graphql", "shop-next.graphql");
    expect(changes).toContain("graphql-argument-type-changed");
  });

  it("logs, exposes metrics, and makes a certificate, with packages of its bundle", { timeout: minutes }, async () => {
    const argv = ["mock", "--port", "0", "--tls", "--log", "info"];
    const mock = spawn(process.execPath, [command(), ...argv], { cwd: home });
    try {
      const url = await printedUrl(mock, "https");
      const log = new Promise<string>((resolve) => {
        mock.stderr?.on(
          "data",
          (chunk: Buffer) => /"operation":"listEntities"/.test(`${chunk}`) && resolve(`${chunk}`),
        );
      });
      expect((await getInsecurely(`${url}/v1/entity/contact`)).status).toBe(200);
      expect(await log).toContain('"level":"info"');
      const metrics = await getInsecurely(`${url}/_concord/metrics`);
      expect(metrics.text).toContain('concord_requests_total{api="entity",operation="listEntities"');
    } finally {
      mock.kill();
    }
  });

  it("names the command that installs a missing package", { timeout: minutes }, async () => {
    const { stderr } = await concord("pact", "check", "pets.pact.json", "--contracts", "pets.yaml");

    expect(stderr).toContain("missing-package");
    expect(stderr).toContain("npm install --save-dev @pactflow/openapi-pact-comparator");
  });

  it("reads its settings from concord.config.ts", { timeout: minutes }, async () => {
    const mock = spawn(process.execPath, ["node_modules/concord-toolkit/dist/cli/concord.js", "mock"], { cwd: home });
    try {
      const headers = { authorization: "Bearer org_demo" };
      const answer = await fetch(`${await printedUrl(mock)}/v1/entity/contact`, { headers });
      expect(await answer.json()).toMatchObject({ total: 0, results: [] });
    } finally {
      mock.kill();
    }
  });

  function command(): string {
    return join(home, "node_modules/concord-toolkit/dist/cli/concord.js");
  }

  /** Output of a command, even if it exits with findings. */
  async function concord(...argv: string[]): Promise<{ stdout: string; stderr: string }> {
    const ran = run(process.execPath, [command(), ...argv], { cwd: home });
    return ran.catch((error: { stdout: string; stderr: string }) => error);
  }

  /** Output of a program, even if it exits with findings. */
  async function node(...argv: string[]): Promise<{ stdout: string }> {
    return run(process.execPath, argv, { cwd: home }).catch((error: { stdout: string }) => error);
  }
});

// Node 22 does not support "await using", so the mock is closed explicitly.
const usage = `
import { startMock } from "concord-toolkit/mock";
import { sign, verify } from "concord-toolkit/signatures";
const body = new TextEncoder().encode("{}");
const secret = "whsec_c2VjcmV0IG9mIHRoaXMgdGVzdA==";
const headers = sign({ id: "msg_1", timestamp: Math.floor(Date.now() / 1000), body, secret });
const mock = await startMock();
const { token } = mock.org("acme");
const response = await fetch(mock.url + "/v1/entity/schemas", { headers: { authorization: "Bearer " + token } });
console.log(JSON.stringify({ node: process.versions.node, status: response.status, body: await response.json(), verified: verify({ headers, body, secret }) }));
await mock.close();
`;

const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  devDependencies: Record<string, string>;
};

/** Packages that the build bundles. The documentation has a line for each. */
const bundledDependencies = rowsOf("Bundled packages");

/** Names in the first column of a table of docs/explanation/decisions.md. */
function rowsOf(heading: string): string[] {
  const section = readFileSync(join(root, "docs/explanation/decisions.md"), "utf8")
    .split(/^## /m)
    .find((part) => part.startsWith(heading));
  return [...(section ?? "").matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name as string);
}

/** Modules in the documentation of the mock. */
const examples = blocks(readFileSync(join(root, "mock/README.md"), "utf8"), "ts");

/** One of these modules is a test. */
const documented = examples.find((block) => block.includes("createTest({")) ?? "";

const swagger = `
swagger: "2.0"
info: { title: Pets, version: "1" }
produces: [application/json]
paths:
  /pets:
    get:
      operationId: listPets
      responses: { "200": { description: Pets, schema: { type: array, items: { type: string } } } }
`;

const overlay = `
overlay: 1.0.0
info: { title: Summaries, version: "1" }
actions: [{ target: "$..[?search(@.operationId, 'list')]", update: { summary: All pets } }]
`;

const pact = {
  consumer: { name: "shop" },
  provider: { name: "pets" },
  interactions: [{ description: "all", request: { method: "GET", path: "/pets" }, response: { status: 200 } }],
  metadata: { pactSpecification: { version: "2.0.0" } },
};

/** A project whose tests run against the mock, with Vitest and with node:test. */
const project: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ type: "module", private: true }),
  "concord.config.ts": `
import { behaviour, defineConfig } from "concord-toolkit/mock";

const nobody = behaviour({
  id: "nobody-is-shown",
  operations: ["entity/listEntities"],
  async handle(call, next) {
    const reply = await next();
    return "refused" in reply ? reply : { ...reply, items: [], envelope: { ...reply.envelope, total: 0 } };
  },
});

export default defineConfig({ mock: { port: 0, fixtures: "small", behaviours: [nobody] } });
`,
  "pets.yaml": swagger,
  "pets.overlay.yaml": overlay,
  "pets.pact.json": JSON.stringify(pact),
  "shop.graphql": "type Query { pets(first: Int): [String] }",
  "shop-next.graphql": "type Query { pets(first: Int!): [String] }",
  "meters.test.ts": `
import { createTest } from "concord-toolkit/vitest";
import { describe, expect } from "vitest";

const test = createTest({ fixtures: "small" });

describe.concurrent("a meter", () => {
  for (const number of ["1EMH0012345679", "1EMH0012345680", "1EMH0012345681", "1EMH0012345682"]) {
    test(\`\${number} is listed behind those that were there\`, async ({ mock, world }) => {
      const headers = { authorization: \`Bearer \${world.token}\`, "content-type": "application/json" };
      const meters = \`\${mock.url}/v2/metering/meters\`;
      await fetch(meters, { method: "POST", headers, body: JSON.stringify({ number }) });
      const listed = (await (await fetch(meters, { headers })).json()) as { number: string }[];

      expect(listed.map((meter) => meter.number)).toEqual(["1EMH0012345678", "1LGZ0098765432", number]);
      expect(world).toHaveReceived("createMeter", { times: number.endsWith("2") ? 2 : 1 }); // one fails, as it should
    });
  }
});
`,
  "faults.test.ts": `
import { forEachFault } from "concord-toolkit/vitest";
import { expect } from "vitest";

forEachFault(
  (test) => {
    test("all meters are listed", async ({ mock, world, profile }) => {
      const headers = { authorization: \`Bearer \${world.token}\` };
      const response = await fetch(\`\${mock.url}/v2/metering/meters\`, { headers });

      expect(response.status, profile.name).toBe(200);
      expect(world).toHaveReceived("listMeters");
    });
  },
  { fixtures: "small", faults: ["unknown-field"] },
);
`,
  "documented.test.ts": documented,
  ...Object.fromEntries(examples.map((example, index) => [`example-${index}.ts`, example])),
  "suites.config.ts": `export default { test: { include: ["*.suite.ts"] } };`,
  "pumps.yaml": `
openapi: 3.1.0
info: { title: Pumps, version: "1" }
paths:
  /pumps:
    get:
      operationId: listPumps
      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 9 } }]
      responses:
        "200":
          description: All pumps
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pump" } } } }
components:
  schemas:
    Pump: { type: object, required: [id, flow], properties: { id: { type: integer }, flow: { type: number } } }
`,
  "pumps.ts": `
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function startPumps(flow: unknown): Promise<{ url: string; close(): void }> {
  const server = createServer(({ method, url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://pumps");
    const limit = Number(searchParams.get("limit") ?? 9);
    if (pathname !== "/pumps") response.writeHead(404).end();
    else if (method !== "GET") response.writeHead(405, { allow: "GET" }).end();
    else if (!/^[1-9]$/.test(searchParams.get("limit") ?? "9")) response.writeHead(400).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify([{ id: 1, flow }].slice(0, limit)));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: \`http://127.0.0.1:\${(server.address() as AddressInfo).port}\`, close: () => void server.close() };
}
`,
  ...Object.fromEntries(
    Object.entries({ right: "0.5", wrong: '"much"' }).map(([name, flow]) => [
      `${name}.suite.ts`,
      `
import { conformanceSuite } from "concord-toolkit/conformance/vitest";
import { startPumps } from "./pumps.ts";

await conformanceSuite({ target: () => startPumps(${flow}), contracts: ["pumps.yaml"], mode: "sandbox" });
`,
    ]),
  ),
  "meters.node.ts": `
import { deepEqual, equal } from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Mock, startMock } from "concord-toolkit/mock";

describe("a meter", { concurrency: true }, () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ fixtures: "small" });
  });
  after(() => mock.close());

  for (const number of ["1EMH0012345679", "1EMH0012345680"]) {
    it(\`\${number} is listed behind those that were there\`, async () => {
      const world = await mock.fork();
      const headers = { authorization: \`Bearer \${world.token}\`, "content-type": "application/json" };
      await mock.fetch("/v2/metering/meters", { method: "POST", headers, body: JSON.stringify({ number }) });
      const listed = (await (await mock.fetch("/v2/metering/meters", { headers })).json()) as { number: string }[];

      deepEqual(listed.map((meter) => meter.number), ["1EMH0012345678", "1LGZ0098765432", number]);
      equal(world.journal.count({ operation: "createMeter" }), 1);
      await world.end();
    });
  }
});
`,
};

const typed = Object.keys(project).filter((name) => name.endsWith(".ts"));

function printedUrl(child: ChildProcess, scheme: "http" | "https" = "http"): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const url = new RegExp(`${scheme}://127\\.0\\.0\\.1:\\d+`).exec(text)?.[0];
      if (url) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", () => reject(new Error(`concord mock ended: ${text}`)));
  });
}

/** Response of a mock whose certificate no authority signed. */
function getInsecurely(url: string): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: "Bearer org_demo", "concord-control": "1" };
    const sent = get(url, { rejectUnauthorized: false, headers }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => resolve({ status: response.statusCode, text }));
    });
    sent.on("error", reject);
  });
}
