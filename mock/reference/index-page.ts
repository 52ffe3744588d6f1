import { type Contract, type Operation, encode, isObject } from "../../contracts/index.ts";
import { type Markup, html, scriptAt } from "../../formats/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { badge } from "./badge.ts";
import { tellsGrounds } from "./ground.ts";
import { pageResponse } from "./page.ts";
import { REFERENCE_PATH, pathOf } from "./paths.ts";
import type { Entry, Shelf } from "./shelf.ts";
import { groundBadge } from "./words.ts";

/** All APIs on one page, with their operations, to be searched. */
export function indexPage({ entries }: Shelf): MockResponse {
  const operations = entries.flatMap(({ contract }) => contract.operations);
  return pageResponse({
    title: "API reference",
    head: scriptAt(pathOf("filter.js")),
    body: html`<header class="top">
        <h1>API reference</h1>
        <p>
          ${count(entries.filter(({ contract }) => contract.kind === "openapi").length, "API")},
          ${count(operations.length, "operation")}${basisOf(entries, operations)}
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

/** The links to every API: for a page that has nothing better to say. */
export function linksTo(entries: readonly Entry[]): Markup {
  const links = entries.map(({ name, contract }) => html`<li><a href="${pathOf(name)}">${contract.title}</a></li> `);
  return html`<p><a href="${REFERENCE_PATH}">All APIs</a></p>
    <ul>
      ${links}
    </ul>`;
}

function entryItem({ name, contract }: Entry): Markup {
  const { title, operations } = contract;
  return html`<li class="api">
    <h2><a href="${pathOf(name)}">${title}</a></h2>
    <p>${firstSentence(contract)}</p>
    ${operations.length === 0 ? html`` : operationsOf(name, contract)}
  </li> `;
}

function operationsOf(name: string, contract: Contract): Markup {
  const { operations } = contract;
  const tells = tellsGrounds(contract);
  return html`<details>
    <summary>${count(operations.length, "operation")}${tells ? counts(operations) : html``}</summary>
    <ul class="operations">
      ${operations.map((operation) => operationItem(name, operation, tells))}
    </ul>
  </details>`;
}

function operationItem(name: string, operation: Operation, tells: boolean): Markup {
  const { id, method, path, basis, deprecated } = operation;
  const badges = [
    ...(tells ? [badge(groundBadge(operation), basis)] : []),
    ...(deprecated ? [badge("deprecated", "deprecated")] : []),
  ];
  return html`<li>
    <b class="method">${method}</b>
    <a class="path" href="${pathOf(name)}#operation/${encode(id)}">${path}</a>
    <span class="id">${id}</span>
    ${badges}
  </li> `;
}

function basisOf(entries: readonly Entry[], operations: readonly Operation[]): Markup {
  if (!entries.some(({ contract }) => tellsGrounds(contract))) return html``;
  return html`${counts(operations)}. Stated is what the platform’s specification says, assumed is a plausible completion
  of it.`;
}

function counts(operations: readonly Operation[]): Markup {
  const stated = operations.filter(({ basis }) => basis === "stated").length;
  return html`: <span class="stated">${stated} stated</span>,
    <span class="assumed">${operations.length - stated} assumed</span>`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The first sentence of a contract's description, without headings and marks of Markdown. */
function firstSentence({ document }: Contract): string {
  const { info } = document;
  const described = (isObject(info) ? info["description"] : undefined) ?? document["description"];
  const text = typeof described === "string" ? described : "";
  const plain = text
    .slice(0, 2000)
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/^(#.*|> *)|[*`]/gm, "");
  const [paragraph = ""] = plain.trim().split(/\n\s*\n/, 1);
  const [first] = sentences.segment(paragraph.replaceAll(/\s+/g, " "));
  return first?.segment.trim() ?? "";
}
