import type { MockResponse } from "../model/exchange.ts";
import { type Markup, html } from "../../formats/index.ts";
import { pathOf } from "./paths.ts";

export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** What stands in the head beyond title and style. */
  readonly head?: Markup;
  readonly status?: number;
  /** More than what our own pages may do, by directive of the policy. */
  readonly allowed?: Readonly<Record<string, string>>;
}

/** What a page may load, and from where: its own files only, so that nothing is ever asked of another host. */
const policy: Readonly<Record<string, string>> = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "data:",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** A whole page of the reference. */
export function pageResponse({ title, body, head = html``, status = 200, allowed = {} }: Page): MockResponse {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${pathOf("style.css")}" />
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

/** A file that pages need. It says of itself that no specification knows it. */
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
