import type { MockResponse } from "../model/exchange.ts";
import { type Markup, html, createScript } from "../../formats/index.ts";
import { pageResponse } from "./page.ts";
import { REFERENCE_PATH, toReferencePath } from "./paths.ts";
import type { CatalogueEntry, Catalogue } from "./catalogue.ts";
import type { RedocBundle } from "./redoc-bundle.ts";

/** Page of an API, with Redoc. */
export function apiPage(entry: CatalogueEntry, catalogue: Catalogue, redoc: RedocBundle): MockResponse {
  const document = toReferencePath(`${entry.name}.json`);
  const withoutScript = html`<p>This page needs JavaScript. <a href="${document}">The document</a> does not.</p>`;
  return pageResponse({
    title: entry.contract.title,
    head: html`${createScript(`${toReferencePath("redoc.js")}?v=${redoc.version}`)}${createScript(toReferencePath("view.js"))}`,
    body: html`${navigationBar(entry, catalogue)}
      <main id="viewer" class="viewer" data-document="${document}">
        <noscript>${withoutScript}</noscript>
      </main>`,
    // Redoc styles elements inline, fetches the document, and searches it in a worker.
    allowed: {
      "style-src": "'self' 'unsafe-inline'",
      "connect-src": "'self'",
      "worker-src": "blob:",
    },
  });
}

/** Page without Redoc: its installation, and a link to the document. */
export function missingRedocPage(entry: CatalogueEntry, catalogue: Catalogue): MockResponse {
  const { title } = entry.contract;
  return pageResponse({
    title,
    status: 501,
    body: html`${navigationBar(entry, catalogue)}
      <main class="text">
        <h1>${title}</h1>
        <p>This page shows the API with Redoc, which is not installed. To install it:</p>
        <pre><code>npm install redoc</code></pre>
        <p>
          Then start the mock again. Without it, there is
          <a href="${toReferencePath(`${entry.name}.json`)}">the document as JSON</a>.
        </p>
      </main>`,
  });
}

/** Links to the index, and to the previous and the next API. */
export function navigationBar(entry: CatalogueEntry, catalogue: Catalogue): Markup {
  const { previous, next } = catalogue.neighboursOf(entry);
  return html`<header class="bar">
    <nav aria-label="APIs">
      <a href="${REFERENCE_PATH}">All APIs</a>
      ${previous ? neighbourLink(previous, "prev") : html``} ${next ? neighbourLink(next, "next") : html``}
    </nav>
  </header>`;
}

function neighbourLink({ name, contract }: CatalogueEntry, rel: "prev" | "next"): Markup {
  const [hint, arrow] = rel === "prev" ? ["Previous", "←"] : ["Next", "→"];
  return html`<a class="${rel}" rel="${rel}" href="${toReferencePath(name)}" title="${hint}: ${contract.title}">
    <span class="arrow" aria-hidden="true">${arrow}</span>
    <span class="name">${contract.title}</span>
  </a>`;
}
