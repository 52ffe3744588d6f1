import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";
import { docsPages } from "../../test/support/docs/pages.ts";
import { installCommands, installPackages } from "../../test/support/docs/workspace.ts";
import { root } from "../../test/support/imports.ts";
import { launchOptions } from "../../test/support/mock/chromium.ts";
import { fixture } from "../../test/support/mock/ask.ts";

// Playwright's own runner runs a small project, with two tests at the same time.

const config = `
import { defineConfig } from "@playwright/test";
import type { WorkerFixtures, WorldFixtures } from "concord-toolkit/playwright";

export default defineConfig<WorldFixtures, WorkerFixtures>({
  testDir: ".",
  fullyParallel: true,
  workers: 2,
  timeout: 0,
  reporter: [["json", { outputFile: process.env["REPORT"] }]],
  use: {
    concordUrl: process.env["MOCK_URL"],
    launchOptions: JSON.parse(process.env["LAUNCH_OPTIONS"] as string),
    extraHTTPHeaders: { "x-own": "1", baggage: "user=ann" },
  },
});
`;

const pages = `
import { expect } from "@playwright/test";
import { test as withWorld } from "concord-toolkit/playwright";

const app = process.env["APP_URL"] as string;
const planted = process.env["PLANTED"] === "1";
// With the planted fault, the header is missing.
const test = planted ? withWorld.extend({ extraHTTPHeaders: async ({}, use) => use({}) }) : withWorld;

for (const title of ["first", "second"]) {
  test(title, async ({ page, world, mockUrl, request }) => {
    await page.goto(app + "/put?title=" + title);
    // Both tests have written before one of them reads.
    await page.goto(app + "/wait");
    await page.goto(app + "/");
    expect(await page.textContent("h1")).toBe(title);

    const read = await page.evaluate(async (url) => {
      const response = await fetch(url, { headers: { authorization: "Bearer mock-page" } });
      return response.json();
    }, mockUrl + "/articles/same");
    expect(read).toMatchObject({ title });
    const own = await request.get(mockUrl + "/articles/same", { headers: { authorization: "Bearer any" } });
    expect(await own.json()).toMatchObject({ title });
    expect((await world.journal()).map(({ method }) => method)).toEqual(["PUT", "GET", "GET", "GET"]);
    const [first] = await world.journal();
    expect(first?.request.headers).toMatchObject({ baggage: "user=ann," + world.headers.baggage });
  });
}
`;

const ownMock = `
import { expect } from "@playwright/test";
import { test } from "concord-toolkit/playwright";

test.use({ concordMock: { contracts: ["semantics.yaml"] }, concordControlToken: "control", worldFrom: "acme" });

test("a mock of the worker", async ({ request, mockUrl, world }) => {
  expect(mockUrl).not.toBe(process.env["MOCK_URL"]);
  expect(world.name).toBe("acme-world-1");
  await world.setFaults([{ id: "status", status: 503 }]);
  const headers = { authorization: "Bearer x" };
  expect((await request.get(mockUrl + "/articles", { headers })).status()).toBe(503);
  await world.setFaults([]);
  expect((await request.get(mockUrl + "/articles", { headers })).status()).toBe(200);
});
`;

interface JsonReport {
  readonly suites: readonly Suite[];
}
interface Suite {
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly status: string;
        readonly errors: readonly { readonly message: string }[];
        readonly attachments: readonly { readonly name: string; readonly body: string }[];
      }[];
    }[];
  }[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "concord-playwright-"));
  installPackages(folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(folder, "playwright.config.ts"), config);
  writeFileSync(join(folder, "pages.spec.ts"), pages);
  writeFileSync(join(folder, "own-mock.spec.ts"), ownMock);
  writeFileSync(join(folder, "semantics.yaml"), readFileSync(join(root, "fixtures/mock/semantics.yaml")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts an app that renders pages on its server. It has a token of its own, and forwards `baggage`. */
async function startApp(mockUrl: string): Promise<AsyncDisposable & { readonly url: string }> {
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  const app = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://app");
    const { baggage } = incoming.headers;
    const headers = {
      authorization: "Bearer mock-app",
      "content-type": "application/json",
      ...(typeof baggage === "string" && { baggage }),
    };
    const url = `${mockUrl}/articles/same`;
    response.setHeader("content-type", "text/html");
    if (pathname === "/put") {
      await fetch(url, { method: "PUT", headers, body: JSON.stringify({ title: searchParams.get("title") }) });
      return response.end("written");
    }
    if (pathname === "/wait") {
      if (++waiting === 2) both.resolve();
      await both.promise;
      return response.end("both have written");
    }
    if (pathname !== "/") return response.writeHead(404).end();
    const { title } = (await (await fetch(url, { headers })).json()) as { readonly title?: string };
    return response.end(`<h1>${title}</h1>`);
  }).listen(0, "127.0.0.1");
  await once(app, "listening");
  return {
    url: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      app.closeAllConnections();
      app.close();
    },
  };
}

async function runWithApp(files: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  await using mock = await startMock({ contracts: [await fixture("semantics")] });
  await using app = await startApp(mock.url);
  const run = await runPlaywright(files, { MOCK_URL: mock.url, APP_URL: app.url, ...environment });
  return { ...run, organizations: await mock.platform.organizations() };
}

/** Runs files of the project. Returns the results of all tests, and the failure of the run. */
async function runPlaywright(files: readonly string[], environment: NodeJS.ProcessEnv) {
  const report = join(folder, "report.json");
  const env = {
    ...process.env,
    REPORT: report,
    LAUNCH_OPTIONS: JSON.stringify(await launchOptions()),
    ...environment,
  };
  const cli = join(root, "node_modules/@playwright/test/cli.js");
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, [cli, "test", ...files], { cwd: folder, env }, (error, out, err) =>
    resolve(error ? `${error.message}\n${out}${err}` : ""),
  );
  const failure = await promise;
  const { suites } = JSON.parse(readFileSync(report, "utf8")) as JsonReport;
  const results = suites.flatMap(({ specs }) =>
    specs.flatMap(({ title, tests }) =>
      tests.flatMap(({ results: all }) => all.map((result) => ({ title, ...result }))),
    ),
  );
  return { failure, results };
}

describe("the fixture world", () => {
  it("gives each of two parallel tests a world, which pages of a server see, too", { timeout: 300_000 }, async () => {
    const { results, organizations } = await runWithApp(["pages.spec.ts", "own-mock.spec.ts"]);

    expect(results.map(({ title, status, errors }) => ({ title, status, errors }))).toEqual(
      expect.arrayContaining(
        ["first", "second", "a mock of the worker"].map((title) => ({ title, status: "passed", errors: [] })),
      ),
    );
    expect(results).toHaveLength(3);
    expect(organizations.filter((name) => name.startsWith("demo-world"))).toEqual([]);
  });

  it("is needed: without its header, a test sees what the other wrote", { timeout: 300_000 }, async () => {
    const { results, failure } = await runWithApp(["pages.spec.ts"], { PLANTED: "1" });

    const failed = results.filter(({ status }) => status === "failed");
    expect(failure).not.toBe("");
    expect(failed.length).toBeGreaterThan(0);
    const messages = failed.flatMap(({ errors }) => errors.map(({ message }) => message)).join("\n");
    expect(messages).toMatch(/Expected: .*"(?:first|second)"/);
    for (const { attachments } of failed) {
      const journal = attachments.find(({ name }) => name === "concord-journal.json");
      expect(JSON.parse(Buffer.from(journal?.body ?? "", "base64").toString())).toEqual([]);
    }
  });
});

describe("docs/guides/playwright.md", () => {
  it("has a project that passes", { timeout: 300_000 }, async () => {
    const [mockPort, appPort] = [await freePort(), await freePort()];
    const guide = docsPages().find(({ path }) => path === "docs/guides/playwright.md");
    const files = guide?.blocks.filter(({ label }) => label !== undefined) ?? [];
    const guideFolder = join(folder, "guide");
    mkdirSync(guideFolder);
    cpSync(join(root, "test/support/docs/files"), guideFolder, { recursive: true });
    for (const { label = "", text } of files)
      writeFileSync(
        join(guideFolder, label),
        text
          .replaceAll(":4010", `:${mockPort}`)
          .replaceAll(":3000", `:${appPort}`)
          .replace("mock openapi.yaml", `mock openapi.yaml --port ${mockPort}`)
          .replace("env: {", `env: { PORT: "${appPort}",`),
      );
    // The reader's configuration, with the browser and the report of this test.
    const ofTest = `
import config from "./playwright.config.ts";
export default {
  ...config,
  reporter: [["json", { outputFile: process.env["REPORT"] }]],
  use: { ...config.use, launchOptions: JSON.parse(process.env["LAUNCH_OPTIONS"]) },
};
`;
    writeFileSync(join(guideFolder, "of-test.config.ts"), ofTest);
    const bin = installCommands(folder);
    const { failure, results } = await runPlaywright(["-c", "guide/of-test.config.ts"], {
      PATH: `${bin}:${process.env["PATH"]}`,
    });

    expect(failure).toBe("");
    expect(results.map(({ status }) => status)).toEqual(["passed", "passed"]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
