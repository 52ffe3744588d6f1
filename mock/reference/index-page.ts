import { type Contract, type Operation, counted, percentEncode, isObject } from "../../contracts/index.ts";
import { type Markup, html, createScript } from "../../formats/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { badge } from "./badge.ts";
import { hasMarkers } from "./basis-info.ts";
import { pageResponse } from "./page.ts";
import { REFERENCE_PATH, toReferencePath } from "./paths.ts";
import type { CatalogueEntry, Catalogue } from "./catalogue.ts";
import { basisBadgeText } from "./basis-text.ts";

/** Page with all APIs and their operations, and a filter. */
export function indexPage({ entries }: Catalogue): MockResponse {
  const operations = entries.flatMap(({ contract }) => contract.operations);
  return pageResponse({
    title: "API reference",
    head: createScript(toReferencePath("filter.js")),
    body: html`<header class="top">
        <h1>API reference</h1>
        <p>
          ${counted(entries.filter(({ contract }) => contract.kind === "openapi").length, "API")},
          ${counted(operations.length, "operation")}${renderBasis(entries, operations)}
        </p>
        <div class="filter" hidden>
          <label for="filter">Filter by API, operation or path</label>
          <input id="filter" type="search" autocomplete="off" spellcheck="false" />
          <p id="found" role="status"></p>
        </div>
      </header>
      <main>
        <ul class="apis">
          ${entries.map(entryItem)}
        </ul>
      </main>`,
  });
}

/** Links to all APIs, for the page of an unknown one. */
export function apiLinks(entries: readonly CatalogueEntry[]): Markup {
  const links = entries.map(
    ({ name, contract }) => html`<li><a href="${toReferencePath(name)}">${contract.title}</a></li> `,
  );
  return html`<p><a href="${REFERENCE_PATH}">All APIs</a></p>
    <ul>
      ${links}
    </ul>`;
}

function entryItem({ name, contract }: CatalogueEntry): Markup {
  const { title, operations } = contract;
  return html`<li class="api">
    <h2><a href="${toReferencePath(name)}">${title}</a></h2>
    <p>${firstSentence(contract)}</p>
    ${operations.length === 0 ? html`` : renderOperations(name, contract)}
  </li> `;
}

function renderOperations(name: string, contract: Contract): Markup {
  const { operations } = contract;
  const showsBasis = hasMarkers(contract);
  return html`<details>
    <summary>${counted(operations.length, "operation")}${showsBasis ? counts(operations) : html``}</summary>
    <ul class="operations">
      ${operations.map((operation) => operationItem(name, operation, showsBasis))}
    </ul>
  </details>`;
}

function operationItem(name: string, operation: Operation, showsBasis: boolean): Markup {
  const { id, method, path, basis, deprecated } = operation;
  const badges = [
    ...(showsBasis ? [badge(basisBadgeText(operation), basis)] : []),
    ...(deprecated ? [badge("deprecated", "deprecated")] : []),
  ];
  return html`<li>
    <b class="method">${method}</b>
    <a class="path" href="${toReferencePath(name)}#operation/${percentEncode(id)}">${path}</a>
    <span class="id">${id}</span>
    ${badges}
  </li> `;
}

function renderBasis(entries: readonly CatalogueEntry[], operations: readonly Operation[]): Markup {
  if (!entries.some(({ contract }) => hasMarkers(contract))) return html``;
  return html`${counts(operations)}. Stated: from the provider’s specification. Assumed: a plausible completion of it.`;
}

function counts(operations: readonly Operation[]): Markup {
  const stated = operations.filter(({ basis }) => basis === "stated").length;
  return html`: <span class="stated">${stated} stated</span>,
    <span class="assumed">${operations.length - stated} assumed</span>`;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** First sentence of a contract's description, without headings and Markdown. */
function firstSentence({ document }: Contract): string {
  const { info } = document;
  const description = (isObject(info) ? info["description"] : undefined) ?? document["description"];
  const text = typeof description === "string" ? description : "";
  const plain = text
    .slice(0, 2000)
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^(#.*|> *)|[*`]/gm, "");
  const [paragraph = ""] = plain.trim().split(/\n\s*\n/, 1);
  const [first] = sentences.segment(paragraph.replaceAll(/\s+/g, " "));
  return first?.segment.trim() ?? "";
}
