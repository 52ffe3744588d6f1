import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Mock } from "../../../mock/index.ts";

type ServerUrl = Pick<Mock, "url">;

/** A page in the browser, with a record of its requests and errors. */
export interface RecordedPage extends AsyncDisposable {
  readonly page: Page;
  readonly requests: readonly string[];
  /** Requests that the content security policy allowed. */
  readonly allowedRequests: readonly string[];
  /** Errors, and violations of the content security policy. */
  readonly errors: readonly string[];
}

/** Opens a page, records it, and blocks requests to other hosts. */
export async function openRecordedPage(
  browser: Browser,
  { url }: ServerUrl,
  settings: BrowserContextOptions = {},
): Promise<RecordedPage> {
  const context = await browser.newContext(settings);
  const page = await context.newPage();
  const requests: string[] = [];
  const allowedRequests: string[] = [];
  const errors: string[] = [];
  context.on("request", (request) => requests.push(request.url()));
  context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  await context.route("**", async (route) => {
    const requestUrl = route.request().url();
    allowedRequests.push(requestUrl);
    await (requestUrl.startsWith(`${url}/`) ? route.continue() : route.abort());
  });
  return { page, requests, allowedRequests, errors, [Symbol.asyncDispose]: () => context.close() };
}

/** Requests to other hosts. */
export function requestsToOtherHosts({ requests }: RecordedPage, { url }: ServerUrl): string[] {
  return requests.filter((each) => !each.startsWith(`${url}/`) && !each.startsWith(`blob:${url}/`));
}
