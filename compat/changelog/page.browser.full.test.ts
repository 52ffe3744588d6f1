import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeOf, deprecationOf, publishedEntry, hostileText } from "../../test/support/compat/changelog.ts";
import { launchBrowser } from "../../test/support/mock/chromium.ts";
import type { Entry } from "./entry.ts";
import { renderAtom, renderRss } from "./feed.ts";
import { renderPage } from "./page.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

// Renders the page in a headless browser.

const options = {
  profile: platformCompat,
  link: "https://changelog.example/",
  title: "API changelog",
};
const entries = [
  publishedEntry(deprecationOf(), "2026-02-28"),
  publishedEntry(changeOf({ before: "a".repeat(80), after: ["b"] })),
  publishedEntry(
    changeOf({ id: "1bb683ffec20", api: "Carts", kind: "added", verdict: "non-breaking", message: "Something came" }),
  ),
  publishedEntry(
    changeOf({ id: "b243cad34c72", api: "Carts", kind: "changed", verdict: "dangerous", message: "Type changed" }),
  ),
];

let browser: Browser;
let folder: string;
beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), "concord-page-"));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

describe("renderPage()", () => {
  it.each([
    ["a desk, by day", { viewport: { width: 1200, height: 900 }, colorScheme: "light" }],
    ["a phone, by night", { viewport: { width: 360, height: 800 }, colorScheme: "dark" }],
  ] as const)("has no horizontal scrolling, enough contrast and no requests, on %s", async (_, settings) => {
    await using reader = await open(entries, settings);
    const { page } = reader;

    expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
    expect(await page.evaluate<number>(worstContrast)).toBeGreaterThanOrEqual(4.5);
    expect(await page.locator("article h3").allInnerTexts()).toHaveLength(4);
    expect(await page.locator("h1, h2").allInnerTexts()).toEqual(["API changelog", "2026-02-28", "2026-01-31"]);
    expect(reader.requested).toEqual([]);
    expect(reader.consoleErrors).toEqual([]);
  });

  it("filters by text, API, kind, compatibility and required action, and counts the remaining entries", async () => {
    await using reader = await open(entries);
    const { page } = reader;
    const visibleIds = () =>
      page.locator("article:visible").evaluateAll((found) => found.map((each) => (each as { id: string }).id));
    const count = page.locator("output");

    await page.getByLabel("API").selectOption("Carts");
    expect(await visibleIds()).toEqual(["b243cad34c72", "1bb683ffec20"]);
    await page.getByLabel("Compatibility").selectOption("dangerous");
    expect(await visibleIds()).toEqual(["b243cad34c72"]);
    expect(await count.innerText()).toBe("1 of 4 entries");
    await page.getByRole("button", { name: "Clear" }).click();
    await count.getByText("4 of 4 entries").waitFor();

    await page.getByLabel("Kind").selectOption("deprecated");
    expect(await visibleIds()).toEqual(["de9ca7ed0001"]);
    expect(await page.locator("h2:visible").allInnerTexts()).toEqual(["2026-02-28"]);
    await page.getByRole("button", { name: "Clear" }).click();
    await count.getByText("4 of 4 entries").waitFor();

    await page.getByLabel("Action required").check();
    expect(await visibleIds()).toEqual(["de9ca7ed0001", "aaf416a514f0"]);
    await page.getByLabel("Search").fill("GET CARTS");
    expect(await visibleIds()).toEqual(["de9ca7ed0001"]);
  });

  it("opens an entry by its id, even if a filter hides it", async () => {
    await using reader = await open(entries);
    const { page } = reader;
    await page.getByLabel("Search").fill("no such thing");
    expect(await page.locator("article:visible").count()).toBe(0);
    await page.evaluate('location.hash = "b243cad34c72"');

    await page.locator("article:target:visible").waitFor();
  });

  it("can be used by keyboard, with a name for every control", async () => {
    await using reader = await open(entries);
    const { page } = reader;
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the entries");
    await page.keyboard.press("Enter");

    expect(await page.evaluate("document.activeElement.id")).toBe("entries");
    expect(
      await page.evaluate(
        `[...document.querySelectorAll("input, select")].filter((each) => !each.labels?.[0]?.textContent.trim()).length`,
      ),
    ).toBe(0);
  });

  it("shows all entries and no form without scripts", async () => {
    await using reader = await open(entries, { javaScriptEnabled: false });

    expect(await reader.page.locator("article:visible").count()).toBe(4);
    expect(await reader.page.locator("form:visible").count()).toBe(0);
  });

  it("escapes hostile text", async () => {
    const text = `${hostileText}<script>window.taken = true</script><img src="https://outside.example/x.png" onerror="window.taken = true">`;
    const change = changeOf({
      api: text,
      message: text,
      operation: text,
      operations: [text, `GET ${text}`],
      path: text,
      why: text,
      before: text,
    });
    await using reader = await open([{ ...publishedEntry(change), version: text, note: text, replacement: text }]);

    expect(await reader.page.evaluate("window.taken")).toBeUndefined();
    expect(await reader.page.locator("article").innerText()).toContain("<script>window.taken = true</script>");
    expect(reader.requested).toEqual([]);
  });

  it("links feeds that the browser's XML parser accepts", async () => {
    await using reader = await open([]);
    const hostileEntry = publishedEntry(changeOf({ api: hostileText, message: hostileText, path: hostileText }));
    const feeds = [renderRss, renderAtom].map((render) =>
      render([...entries, hostileEntry], { ...options, date: "2026-01-31", path: "x.xml" }),
    );
    const errorsIn = (text: string) =>
      reader.page.evaluate<number>(
        `new DOMParser().parseFromString(${JSON.stringify(text)}, "application/xml").querySelectorAll("parsererror").length`,
      );

    expect(await Promise.all(feeds.map(errorsIn))).toEqual([0, 0]);
    expect(await errorsIn("<a>&nbsp;</a>")).toBe(1);
  });
});

/** Lowest contrast of a text with its background (WCAG 2.2, 1.4.3). */
const worstContrast = `(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (colour) => rgb(colour).slice(0, 3).map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, index) => sum + each * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (colour !== "rgba(0, 0, 0, 0)") return colour;
    }
    return "white";
  };
  return Math.min(...[...document.querySelectorAll("body *:not(script, style)")]
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ""))
    .map((each) => [light(getComputedStyle(each).color), light(behind(each))].toSorted((one, other) => other - one))
    .map(([high, low]) => (high + 0.05) / (low + 0.05)));
})()`;

interface Reader extends AsyncDisposable {
  readonly page: Page;
  /** URLs that the page requested. */
  readonly requested: readonly string[];
  readonly consoleErrors: readonly string[];
}

async function open(visibleIds: readonly Entry[], settings: BrowserContextOptions = {}): Promise<Reader> {
  const file = join(folder, "index.html");
  writeFileSync(file, renderPage(visibleIds, options));
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const requested: string[] = [];
  const consoleErrors: string[] = [];
  context.on("request", (request) => request.url() !== url && requested.push(request.url()));
  context.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  await page.goto(url);
  return { page, requested, consoleErrors, [Symbol.asyncDispose]: () => context.close() };
}
