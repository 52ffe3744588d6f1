import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Mock } from "../../../mock/index.ts";

type Listening = Pick<Mock, "url">;

/** A page in the browser, with a record of its requests and errors. */
export interface Reader extends AsyncDisposable {
  readonly page: Page;
  readonly requests: readonly string[];
  /** Requests that the content security policy allowed. */
  readonly passed: readonly string[];
  /** Errors, and violations of the content security policy. */
  readonly complaints: readonly string[];
}

/** Opens a page, records it, and blocks requests to other hosts. */
export async function openReader(
  browser: Browser,
  { url }: Listening,
  settings: BrowserContextOptions = {},
): Promise<Reader> {
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const requests: string[] = [];
  const passed: string[] = [];
  const complaints: string[] = [];
  context.on("request", (request) => requests.push(request.url()));
  context.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await context.route("**", async (route) => {
    const asked = route.request().url();
    passed.push(asked);
    await (asked.startsWith(`${url}/`) ? route.continue() : route.abort());
  });
  return { page, requests, passed, complaints, [Symbol.asyncDispose]: () => context.close() };
}

/** Requests to other hosts. */
export function requestsToOtherHosts({ requests }: Reader, { url }: Listening): string[] {
  return requests.filter((each) => !each.startsWith(`${url}/`) && !each.startsWith(`blob:${url}/`));
}
