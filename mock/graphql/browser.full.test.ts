import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { launchBrowser } from "../../test/support/mock/chromium.ts";
import { requestsToOtherHosts, openRecordedPage } from "../../test/support/mock/recorded-page.ts";
import { REFERENCE_PATH } from "../index.ts";
import { startMock } from "../../api/mock.ts";

// GraphiQL in a headless browser that can only reach the mock.

const scratch = createScratch();
const hostile = `<img src="https://outside.example/pixel.png" onerror="window.taken = true">`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it("runs a query and explains the schema, without requests to other hosts", async () => {
  await using mock = await startMock();
  await mock.org("demo").seed({
    collections: { "/v2/portal/portals": [{ id: "portal_1", value: { brand_id: "b_1", name: "Rhein Energy" } }] },
  });
  await using recordedPage = await openRecordedPage(browser, mock);
  const { page } = recordedPage;
  await page.goto(`${mock.url}${REFERENCE_PATH}/portal-graphql`);
  await page.getByRole("link", { name: "/v2/portal/graphql" }).click();
  await page.goto(`${page.url()}?query=${encodeURIComponent("{ brands { id name } }")}`);
  await page.getByRole("button", { name: /execute/i }).click();
  await page.locator(".result-window").getByText("Rhein Energy").waitFor();

  await page.getByRole("button", { name: /documentation/i }).click();
  await page.getByRole("link", { name: "Query" }).first().click();
  await page.getByText("All brands of the organization").waitFor();

  expect(requestsToOtherHosts(recordedPage, mock)).toEqual([]);
  expect(recordedPage.errors).toEqual([]);
});

it("does not execute markup in the name of a schema", async () => {
  const schema = await loadContract(scratch.write({ "shop.graphql": "type Query { hello: String }" }));
  await using mock = await startMock({ contracts: [{ ...schema, title: `Shop ${hostile}` }] });
  await using recordedPage = await openRecordedPage(browser, mock);
  await recordedPage.page.goto(`${mock.url}/graphql`);
  await recordedPage.page.getByText("Shop <img").first().waitFor();

  expect(requestsToOtherHosts(recordedPage, mock)).toEqual([]);
  expect(await recordedPage.page.evaluate("window.taken")).toBeUndefined();
});
