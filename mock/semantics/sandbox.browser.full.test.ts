import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../test/support/mock/chromium.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { type Mock } from "../index.ts";
import { startMock } from "../../api/mock.ts";

// Documents that a client stored, opened in a browser on the origin of the control API.

const scratch = createScratch();
const types = ["text/html", "image/svg+xml", "application/xhtml+xml", "text/plain", "application/octet-stream"];
const content = Object.fromEntries(types.map((type) => [type, {}]));

let browser: Browser;
let mock: Mock;
beforeAll(async () => {
  const page = {
    put: { operationId: "putPage", requestBody: { content }, responses: { "204": { description: "Kept." } } },
    get: { operationId: "getPage", responses: { "200": { description: "The page.", content } } },
  };
  const contract = await scratch.load({ paths: { "/page": page } });
  [browser, mock] = await Promise.all([launchBrowser(), startMock({ contracts: [contract] })]);
});
afterAll(async () => {
  await Promise.all([browser.close(), mock.close()]);
});

const script = `
  document.documentElement.setAttribute("data-ran", "yes");
  fetch("/_concord/worlds", { method: "POST", headers: { "concord-control": "1" } });
`;

const documents: Readonly<Record<string, string>> = {
  "text/html": `<!doctype html><p>A page</p><script>${script}</script>`,
  "image/svg+xml": `<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[${script}]]></script></svg>`,
  "application/xhtml+xml": `<html xmlns="http://www.w3.org/1999/xhtml"><body><script><![CDATA[${script}]]></script></body></html>`,
  "text/plain": `<!doctype html><script>${script}</script>`,
};

describe("a stored document in a browser", () => {
  it.each(Object.keys(documents))("cannot run scripts or call the control API as %s", async (type) => {
    await mock.fetch("/page", { method: "PUT", headers: { "content-type": type }, body: documents[type] as string });
    const tab = await browser.newPage();
    try {
      await tab.goto(`${mock.url}/page`);
      expect(await tab.locator(":root").getAttribute("data-ran")).toBeNull();
    } finally {
      await tab.close();
    }
    expect(await mock.platform.organizations()).toEqual(["public"]);
  });
});
