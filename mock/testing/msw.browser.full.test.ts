import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Mock, startMock } from "../../api/mock.ts";
import { launchBrowser } from "../../test/support/mock/chromium.ts";
import { docsPages } from "../../test/support/docs/pages.ts";
import { root } from "../../test/support/imports.ts";

// MSW's service worker in a real browser, with the script of the guide.

const scripts = new Map<string, string>();
const site = createServer((request, response) => {
  const script = scripts.get(request.url ?? "");
  response.setHeader("content-type", script === undefined ? "text/html" : "text/javascript");
  response.end(script ?? "<h1>A page</h1>");
});

let browser: Browser;
let mock: Mock;
beforeAll(async () => {
  site.listen(0, "127.0.0.1");
  [browser, mock] = await Promise.all([
    launchBrowser(),
    startMock({ contracts: [join(root, "test/support/docs/files/openapi.yaml")] }),
    once(site, "listening"),
  ]);
  const { blocks } = docsPages().find(({ path }) => path === "docs/guides/msw.md") ?? { blocks: [] };
  const script = blocks.find(({ text }) => text.includes("setupWorker"))?.text ?? "";
  scripts.set("/page.js", await bundled(script.replace("http://127.0.0.1:4010", mock.url)));
  scripts.set("/mockServiceWorker.js", readFileSync(join(root, "node_modules/msw/lib/mockServiceWorker.js"), "utf8"));
});
afterAll(async () => {
  site.close();
  await Promise.all([browser.close(), mock.close()]);
});

/** Script for a browser, with the packages that it imports. */
async function bundled(text: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "concord-worker-"));
  try {
    const file = join(folder, "page.ts");
    writeFileSync(file, text);
    const bundle = await rolldown({
      input: file,
      platform: "browser",
      // Packages with dependencies of their own come first.
      resolve: { modules: ["node_modules", join(root, "node_modules")] },
    });
    const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
    return output[0].code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the script of the guide for MSW's worker", () => {
  it("passes requests of a page to a mock, with method, headers and body", async () => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const result = await page.evaluate(`(async () => {
      await import("/page.js");
      const url = "https://api.example.com/books";
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ title: "Dune", isbn: "9780441172719", price: 9.99 });
      const created = await fetch(url, { method: "POST", headers, body });
      const list = await fetch(url + "?limit=5");
      return [created.status, list.status, await list.json()];
    })()`);
    await page.close();

    expect(result).toEqual([201, 200, { total: 1, items: [expect.objectContaining({ title: "Dune" })] }]);
    expect(mock.journal.entries().map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /books",
      "GET /books?limit=5",
    ]);
  });
});
