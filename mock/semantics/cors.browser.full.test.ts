import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixture } from "../../test/support/mock/ask.ts";
import { launchBrowser } from "../../test/support/mock/chromium.ts";
import { type Mock } from "../index.ts";
import { startMock } from "../../api/mock.ts";

// CORS in a real browser: what a page of another origin can do.

const page = createServer((_request, response) =>
  response.setHeader("content-type", "text/html").end("<h1>A page</h1>"),
);

let browser: Browser;
let mock: Mock;
let closed: Mock;
beforeAll(async () => {
  const contracts = [await fixture("semantics")];
  page.listen(0, "127.0.0.1");
  [browser, mock, closed] = await Promise.all([
    launchBrowser(),
    startMock({ contracts }),
    startMock({ contracts, cors: false }),
    once(page, "listening"),
  ]);
});
afterAll(async () => {
  page.close();
  await Promise.all([browser.close(), mock.close(), closed.close()]);
});

/** Response as a page of another origin sees it, or the refusal by its browser. */
async function fetched({ url }: Mock, path: string, init: Record<string, unknown> = {}): Promise<unknown> {
  const tab = await browser.newPage();
  try {
    await tab.goto(`http://127.0.0.1:${(page.address() as AddressInfo).port}/`);
    const asked = JSON.stringify([url + path, init]);
    return await tab.evaluate(`(async ([url, init]) => {
      try {
        const response = await fetch(url, init);
        return { status: response.status, etag: response.headers.get("etag"), body: await response.text() };
      } catch (error) {
        return error.name;
      }
    })(${asked})`);
  } finally {
    await tab.close();
  }
}

const headers = { authorization: "Bearer mock-acme", "content-type": "application/json" };

describe("a page of another origin", () => {
  it("can change and read state with a token, and see the headers", async () => {
    const put = { method: "PUT", headers, body: JSON.stringify({ title: "A" }) };
    const changed = await fetched(mock, "/articles/a", put);

    expect(changed).toMatchObject({
      status: 200,
      etag: expect.stringMatching(/^"/),
      body: expect.stringContaining("A"),
    });
    expect(await fetched(mock, "/articles/a", { headers, credentials: "include" })).toEqual(changed);
  });

  it("can read refusals", async () => {
    expect(await fetched(mock, "/articles/none", { headers })).toMatchObject({
      status: 404,
      body: expect.stringContaining("There is no article"),
    });
    expect(await fetched(mock, "/articles")).toMatchObject({
      status: 401,
      body: expect.stringContaining("credentials"),
    });
  });

  it("cannot call a mock without CORS", async () => {
    expect(await fetched(closed, "/articles/a", { headers })).toBe("TypeError");
    expect(await fetched(closed, "/articles")).toBe("TypeError");
  });

  it("cannot use the control API", async () => {
    expect(await fetched(mock, "/_concord")).toBe("TypeError");
    expect(
      await fetched(mock, "/_concord/worlds", { method: "POST", headers: { "content-type": "application/json" } }),
    ).toBe("TypeError");
  });
});
