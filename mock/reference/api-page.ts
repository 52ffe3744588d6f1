import type { MockResponse } from "../model/exchange.ts";
import { type Markup, html, scriptAt } from "../../formats/index.ts";
import { pageResponse } from "./page.ts";
import { REFERENCE_PATH, pathOf } from "./paths.ts";
import type { Entry, Shelf } from "./shelf.ts";
import type { Viewer } from "./viewer.ts";

/** One API in the viewer. */
export function apiPage(entry: Entry, shelf: Shelf, viewer: Viewer): MockResponse {
  const document = pathOf(`${entry.name}.json`);
  const withoutScript = html`<p>The viewer needs JavaScript; <a href="${document}">the document</a> does not.</p>`;
  return pageResponse({
    title: entry.contract.title,
    head: html`${scriptAt(`${pathOf("redoc.js")}?v=${viewer.version}`)}${scriptAt(pathOf("view.js"))}`,
    body: html`${bar(entry, shelf)}
      <main id="viewer" class="viewer" data-document="${document}">
        <noscript>${withoutScript}</noscript>
      </main>`,
    // The viewer styles its elements as it makes them, fetches the document, and searches it in a worker.
    allowed: {
      "style-src": "'self' 'unsafe-inline'",
      "connect-src": "'self'",
      "worker-src": "blob:",
    },
  });
}

/** Says how to get the viewer, and where the document is without it. */
export function withoutViewerPage(entry: Entry, shelf: Shelf): MockResponse {
  const { title } = entry.contract;
  return pageResponse({
    title,
    status: 501,
    body: html`${bar(entry, shelf)}
      <main class="text">
        <h1>${title}</h1>
        <p>This page shows the API with Redoc, which is not installed. To install it:</p>
        <pre><code>npm install redoc</code></pre>
        <p>
          Then start the mock again. Without it, there is
          <a href="${pathOf(`${entry.name}.json`)}">the document as JSON</a>.
        </p>
      </main>`,
  });
}

/** Leads to the index and to the neighbours. */
export function bar(entry: Entry, shelf: Shelf): Markup {
  const { before, after } = shelf.besides(entry);
  return html`<header class="bar">
    <nav aria-label="APIs">
      <a href="${REFERENCE_PATH}">All APIs</a>
      ${before ? neighbour(before, "prev") : html``} ${after ? neighbour(after, "next") : html``}
    </nav>
  </header>`;
}

function neighbour({ name, contract }: Entry, rel: "prev" | "next"): Markup {
  const [hint, arrow] = rel === "prev" ? ["Previous", "←"] : ["Next", "→"];
  return html`<a class="${rel}" rel="${rel}" href="${pathOf(name)}" title="${hint}: ${contract.title}">
    <span class="arrow" aria-hidden="true">${arrow}</span>
    <span class="name">${contract.title}</span>
  </a>`;
}
