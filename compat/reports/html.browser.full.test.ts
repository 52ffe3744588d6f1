import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleReport, reportWithText } from "../../test/support/compat/sample-report.ts";
import { launchBrowser } from "../../test/support/mock/chromium.ts";
import { type RecordedPage, openRecordedPage } from "../../test/support/mock/recorded-page.ts";
import { type CompatReport, compatReports } from "../index.ts";

// Renders the page in a headless browser without network.

const unreachable = { url: "http://nowhere.example" };
const hostile = `"></title></style></script><script>taken = 1</script><img src="https://a.example/b" onerror="taken = 1">'`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const shown = (page: Page): Promise<string[]> =>
  page
    .locator("details.finding:visible .source")
    .evaluateAll((sources) => sources.map(({ textContent }) => textContent.slice(-12)));

async function open(report: CompatReport, reader: RecordedPage): Promise<Page> {
  await reader.page.setContent(compatReports["html"]?.(report) ?? "");
  return reader.page;
}

describe("renderHtml()", () => {
  it.each([
    ["a desk, by day", { viewport: { width: 1200, height: 900 }, colorScheme: "light" }],
    ["a phone, by night", { viewport: { width: 390, height: 800 }, colorScheme: "dark" }],
  ] as const)("shows only the selected levels, on %s", async (_, settings) => {
    await using reader = await openRecordedPage(browser, unreachable, settings);
    const page = await open(sampleReport, reader);
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("2 changes and 2 faults block");
    expect((await shown(page)).toSorted()).toEqual(sampleReport.changes.map(({ id }) => id).toSorted());

    await page.getByLabel("Non-breaking").uncheck();
    await page.getByLabel("Breaking, only listed").uncheck();
    expect(await shown(page)).toEqual(["1123456789ab", "0123456789ab", "3123456789ab"]);
    expect(await page.getByRole("heading", { name: "Billing" }).isVisible()).toBe(false);

    await page.getByLabel("API").selectOption("Billing");
    expect(await shown(page)).toEqual([]);
    expect(await page.getByText("No change matches the filter").isVisible()).toBe(true);

    await page.getByLabel("Breaking, only listed").check();
    expect(await shown(page)).toEqual(["6123456789ab"]);
    expect(await page.getByText("No change matches the filter").isVisible()).toBe(false);
    expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect([reader.requests, reader.errors]).toEqual([[], []]);
  });

  it("shows all details of an expanded change", async () => {
    await using reader = await openRecordedPage(browser, unreachable);
    const page = await open(sampleReport, reader);
    const waived = page.locator("details.finding").filter({ hasText: "5123456789ab" });
    expect(await waived.getByText("by Ann").isVisible()).toBe(false);
    await waived.locator("summary").press("Enter");

    expect(await waived.getByText("for security, by Ann, until 2026-12-31").isVisible()).toBe(true);
    expect(await page.content()).not.toContain("sesame");
  });

  it("shows that there are no changes", async () => {
    await using reader = await openRecordedPage(browser, unreachable);
    const page = await open({ verdict: "non-breaking", changes: [], faults: [] }, reader);

    expect(await page.getByRole("heading").allInnerTexts()).toEqual(["No changes"]);
    expect(await page.getByRole("checkbox").count()).toBe(0);
  });

  it("escapes text of a hostile document", async () => {
    await using reader = await openRecordedPage(browser, unreachable);
    const page = await open(reportWithText(hostile), reader);

    expect(await page.getByRole("heading", { level: 2 }).last().innerText()).toBe(hostile);
    expect(await page.locator("img, script, main style").count()).toBe(0);
    expect(await page.evaluate("typeof taken")).toBe("undefined");
    expect([reader.requests, reader.errors]).toEqual([[], []]);
  });
});

describe("renderJUnit()", () => {
  it("is valid XML for a hostile document", async () => {
    await using reader = await openRecordedPage(browser, unreachable);
    const wellFormed = (text: string): Promise<boolean> =>
      reader.page.evaluate<boolean>(
        `!new DOMParser().parseFromString(${JSON.stringify(text)}, "application/xml").querySelector("parsererror")`,
      );

    expect(await wellFormed("<a><b></a>")).toBe(false);
    for (const text of [hostile, "]]>", "\u0000\u001b\ufffe\ud800", "&lt;", "<!--"])
      expect(await wellFormed(compatReports["junit"]?.(reportWithText(text)) ?? "")).toBe(true);
  });
});
