import { createRequire } from "node:module";
import type { MockResponse } from "../model/exchange.ts";
import { type Mount } from "../../contracts/index.ts";
import { html, createScript } from "../../formats/index.ts";
import { problemResponse } from "../model/problem.ts";
import { fileResponse, pageResponse } from "../reference/page.ts";
import { PAGE_FILES } from "./page-files.ts";
import { startScript } from "./start-script.ts";

/** Texts of the files of GraphiQL's package. */
export interface GraphiqlFiles {
  readonly js: string;
  readonly css: string;
  readonly editorWorkerService: string;
  readonly jsonWorker: string;
  readonly graphqlWorker: string;
}

/** Loads the optional package of GraphiQL. Undefined if it is not installed. */
export function findGraphiql(): GraphiqlFiles | undefined {
  const require = createRequire(import.meta.url);
  try {
    return require("@graphql-yoga/render-graphiql/graphiql") as GraphiqlFiles;
  } catch {
    return undefined;
  }
}

/** Content security policy of the page. It loads files of the mock only, and styles inline. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Page with GraphiQL for a schema. Needs no token; its queries are sent with one. */
export function graphiqlPage(
  { schema: { title }, path }: Mount,
  files: GraphiqlFiles | undefined,
  token: string,
): MockResponse {
  if (!files) return withoutGraphiqlPage(title);
  const options = JSON.stringify({
    // The package interprets the title as HTML.
    title: html`${title}`.markup,
    logo: "",
    endpoint: path,
    headers: JSON.stringify({ authorization: `Bearer ${token}` }, undefined, 2),
  });
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${PAGE_FILES}graphiql.css" />
        ${createScript(`${PAGE_FILES}graphiql.js`)} ${createScript(`${PAGE_FILES}start.js`)}
      </head>
      <body class="no-focus-outline">
        <noscript>GraphiQL needs JavaScript.</noscript>
        <div id="root" data-options="${options}"></div>
      </body>
    </html> `;
  return fileResponse(page.markup, "text/html; charset=utf-8", {
    headers: { "content-security-policy": policy, "referrer-policy": "no-referrer", vary: "accept" },
  });
}

/** Response with a file of the page, by its name. */
export function graphiqlFile(name: string, files: GraphiqlFiles | undefined): MockResponse {
  const script = "text/javascript; charset=utf-8";
  const texts: Readonly<Record<string, string | undefined>> = {
    "graphiql.js": files?.js,
    "start.js": startScript,
    "editor.js": files?.editorWorkerService,
    "json.js": files?.jsonWorker,
    "graphql.js": files?.graphqlWorker,
  };
  if (name === "graphiql.css" && files) return fileResponse(files.css, "text/css; charset=utf-8");
  const text = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (text !== undefined) return fileResponse(text, script);
  const reason = files
    ? `GraphiQL has no file "${name}"`
    : "GraphiQL is not installed: npm install @graphql-yoga/render-graphiql";
  return problemResponse({ refused: reason, status: 404 });
}

function withoutGraphiqlPage(title: string): MockResponse {
  return pageResponse({
    title,
    status: 501,
    body: html`<main class="text">
      <h1>${title}</h1>
      <p>This page shows GraphiQL, which is not installed. To install it:</p>
      <pre><code>npm install @graphql-yoga/render-graphiql</code></pre>
      <p>Then start the mock again. Queries are answered without it.</p>
    </main>`,
  });
}
