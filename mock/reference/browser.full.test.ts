import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownContracts } from "../../test/support/mock/ask.ts";
import { launchBrowser } from "../../test/support/mock/chromium.ts";
import { requestsToOtherHosts, openRecordedPage } from "../../test/support/mock/recorded-page.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { type Mock, REFERENCE_PATH } from "../index.ts";
import { startMock } from "../../api/mock.ts";

// The pages in a headless browser that can only reach the mock.

const outside = "https://outside.example/pixel.png";
const hostile = `<img src="${outside}" onerror="window.taken = true"> [take](javascript:window.taken=true)`;

let browser: Browser;
let mock: Mock;
beforeAll(async () => {
  [browser, mock] = await Promise.all([launchBrowser(), ownContracts().then((contracts) => startMock({ contracts }))]);
});
afterAll(async () => {
  await Promise.all([browser.close(), mock.close()]);
});

describe("the record of a page's activity", () => {
  it("contains a planted request to another host, and a violation of the policy", async () => {
    await using recordedPage = await openRecordedPage(browser, mock);
    await recordedPage.page.setContent(`<img src="${outside}">`);
    await recordedPage.page.goto(`${mock.url}${REFERENCE_PATH}`);
    await recordedPage.page.evaluate((url) => fetch(url).catch(() => {}), outside);

    expect(requestsToOtherHosts(recordedPage, mock)).toContain(outside);
    expect(recordedPage.errors).toContainEqual(expect.stringContaining("connect-src"));
  });
});

describe("the reference in a browser", () => {
  it.each([
    ["a desk, by day", { viewport: { width: 1400, height: 900 }, colorScheme: "light" }],
    ["a phone, by night", { viewport: { width: 390, height: 800 }, colorScheme: "dark" }],
  ] as const)("leads from the index to an operation and its basis, on %s", async (_, settings) => {
    await using recordedPage = await openRecordedPage(browser, mock, settings);
    const { page } = recordedPage;
    await page.goto(`${mock.url}${REFERENCE_PATH}`);
    await page.getByLabel("Filter").fill("entity putschema");
    expect(await page.locator(".operations li:visible").allInnerTexts()).toEqual([
      expect.stringMatching(/^PUT \/v1\/entity\/schemas\/\{slug\}\s+putSchema\s+stated in 4\.1$/),
    ]);

    await page.getByRole("link", { name: "/v1/entity/schemas/{slug}" }).click();
    await page.getByRole("heading", { level: 1, name: "Entity API" }).waitFor();

    expect(await badgesOf(page, "putSchema")).toEqual(["stated in 4.1"]);
    expect(await badgesOf(page, "getEntity")).toEqual(["assumed"]);
    expect(await section(page, "getEntity").getByText("Assumed: Entities are described").isVisible()).toBe(true);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(requestsToOtherHosts(recordedPage, mock)).toEqual([]);
    expect(recordedPage.errors).toEqual([]);
  });

  it("finds operations in the viewer, whose search runs in a worker", async () => {
    await using recordedPage = await openRecordedPage(browser, mock);
    const { page } = recordedPage;
    await page.goto(`${mock.url}${REFERENCE_PATH}/entity`);
    await page.getByPlaceholder("Search").fill("capability");

    await page.locator("[data-role='search:results'] li").first().waitFor();
    expect(requestsToOtherHosts(recordedPage, mock)).toEqual([]);
    expect(recordedPage.errors).toEqual([]);
  });

  it("shows a hostile document without executing its scripts", async () => {
    const contract = compileInMemory({
      info: { title: `Pets ${hostile}`, version: "1", description: `${hostile}. More.` },
      paths: {
        [`/pets/${hostile}`]: {
          get: {
            operationId: hostile,
            summary: hostile,
            description: hostile,
            ...operationAnswering({ description: hostile }),
          },
        },
      },
    });
    await using own = await startMock({ contracts: [contract] });
    await using recordedPage = await openRecordedPage(browser, own);
    for (const path of ["", "/test"]) {
      await recordedPage.page.goto(`${own.url}${REFERENCE_PATH}${path}`);
      await recordedPage.page.getByRole("heading", { name: "Pets" }).first().waitFor();
    }
    await recordedPage.page.getByText("take").first().click();

    expect(recordedPage.allowedRequests.filter((url) => !url.startsWith(`${own.url}/`))).toEqual([]);
    expect(await recordedPage.page.evaluate("window.taken")).toBeUndefined();
  });
});

function section(page: Page, operation: string) {
  return page.locator(`main [id="operation/${operation}"]`);
}

function badgesOf(page: Page, operation: string): Promise<string[]> {
  return section(page, operation).locator("h2 span:visible").allInnerTexts();
}
