import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { Mock } from "../../../mock/index.ts";

type Listening = Pick<Mock, "url">;

/** A page, and the record of what happens on it. */
export interface Reader extends AsyncDisposable {
  readonly page: Page;
  readonly requests: readonly string[];
  /** Those of the requests that the policy let pass. */
  readonly passed: readonly string[];
  /** Errors, and violations of the policy. */
  readonly complaints: readonly string[];
}

/** Opens a page that is recorded, and from which nothing gets to another host. */
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

/** What was asked of other hosts. */
export function foreign({ requests }: Reader, { url }: Listening): string[] {
  return requests.filter((each) => !each.startsWith(`${url}/`) && !each.startsWith(`blob:${url}/`));
}
