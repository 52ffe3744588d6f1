import type { MockResponse } from "../model/exchange.ts";
import { type Markup, html } from "../../formats/index.ts";
import { toReferencePath } from "./paths.ts";

/** Content of a page. */
export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** Elements of the head in addition to title and style. */
  readonly head?: Markup;
  readonly status?: number;
  /** Directives in addition to the default policy. */
  readonly allowed?: Readonly<Record<string, string>>;
}

/** Content security policy. Pages only load files of the mock, so they send no requests to other hosts. */
const policy: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "data:",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** Response with a whole page. */
export function pageResponse({ title, body, head = html``, status = 200, allowed = {} }: Page): MockResponse {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${toReferencePath("style.css")}" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html> `;
  const directives = Object.entries({ ...policy, ...allowed }).map(([name, sources]) => `${name} ${sources}`);
  return fileResponse(page.markup, "text/html; charset=utf-8", {
    status,
    headers: { "content-security-policy": directives.join("; "), "referrer-policy": "no-referrer" },
  });
}

interface FileOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Response with a file. Its basis is "assumed", because no specification contains it. */
export function fileResponse(
  content: string | Uint8Array,
  mediaType: string,
  { status = 200, headers = {} }: FileOptions = {},
): MockResponse {
  return {
    status,
    headers: {
      "content-type": mediaType,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      "concord-basis": "assumed",
      ...headers,
    },
    body: typeof content === "string" ? Buffer.from(content) : content,
  };
}
