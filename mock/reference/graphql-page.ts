import { type Json, type JsonObject, isObject, listMounts } from "../../contracts/index.ts";
import { type Markup, html } from "../../formats/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { navigationBar } from "./api-page.ts";
import { badge } from "./badge.ts";
import { type BasisInfo, readBasisInfo, unmarkedBasis } from "./basis-info.ts";
import { pageResponse } from "./page.ts";
import type { CatalogueEntry, Catalogue } from "./catalogue.ts";
import { basisBadgeText, basisSentence, lifecycleSentences, plain } from "./basis-text.ts";

/** Page of a GraphQL schema: its types and its text. */
export function graphqlPage(entry: CatalogueEntry, catalogue: Catalogue): MockResponse {
  const { title, document } = entry.contract;
  const { types, directives, sdl } = document;
  const path = queryPath(catalogue, entry);
  const showsBasis = typeof sdl === "string" && /x-(spec|assumed):/.test(sdl);
  const documentBasis = readBasisInfo(document, unmarkedBasis);
  return pageResponse({
    title,
    body: html`${navigationBar(entry, catalogue)}
      <main class="text">
        <h1>${title}</h1>
        ${renderDescription(document, documentBasis)}
        <p>Send queries to <a href="${path}">${path}</a>, or open it in a browser for GraphiQL.</p>
        <h2>Types</h2>
        ${listObjectMembers(types).map(([name, type]) => section(name, type))}
        <h2>Directives</h2>
        <dl>
          ${listObjectMembers(directives).map(([name, directive]) => member(`@${name}`, directive, documentBasis))}
        </dl>
        <details>
          <summary>Schema text</summary>
          <pre><code>${typeof sdl === "string" ? sdl : ""}</code></pre>
        </details>
      </main>`,
  });

  function section(name: string, type: JsonObject): Markup {
    const info = readBasisInfo(type, documentBasis);
    return html`<section>
      <h3>${name} ${basisBadge(info)}</h3>
      ${renderDescription(type, info)}
      <dl>${listObjectMembers(type["fields"]).map(([field, node]) => member(field, node, info))}</dl>
      ${valueNames(type)}
    </section> `;
  }

  function member(name: string, node: JsonObject, inherited: BasisInfo): Markup {
    const info = readBasisInfo(node, inherited);
    const parameters = listObjectMembers(node["arguments"]).map(([key, { type }]) => `${key}: ${String(type)}`);
    const list = parameters.length > 0 ? `(${parameters.join(", ")})` : "";
    const type = typeof node["type"] === "string" ? `: ${node["type"]}` : "";
    const badges = [
      // Directives that are part of GraphQL have no basis in this schema.
      ...(node["builtIn"] === true ? [] : basisBadge(info)),
      ...(node["deprecated"] === true ? [badge("deprecated", "deprecated")] : []),
    ];
    return html`<dt><code>${name}${list}${type}</code> ${badges}</dt>
      <dd>${renderDescription(node, info)}</dd> `;
  }

  function basisBadge(info: BasisInfo): Markup[] {
    if (showsBasis) return [badge(basisBadgeText(info), info.basis)];
    return [];
  }

  function renderDescription(node: JsonObject, { reason }: BasisInfo): Markup[] {
    const { description } = node;
    const notes = [
      ...lifecycleSentences(node, plain),
      ...(showsBasis && reason !== undefined ? [basisSentence({ basis: "assumed", reason }, "", plain)] : []),
    ];
    return [
      ...(typeof description === "string" ? [html`<p>${description}</p>`] : []),
      ...(notes.length > 0 ? [html`<p class="note">${notes.join(" ")}</p>`] : []),
    ];
  }
}

/** Path for queries to a schema. */
function queryPath({ entries }: Catalogue, { contract }: CatalogueEntry): string {
  return listMounts(entries.map((entry) => entry.contract)).find(({ schema }) => schema === contract)?.path ?? "";
}

/** Values of an enum, or types of a union. */
function valueNames(type: JsonObject): Markup {
  const listed = type["members"];
  const names = Array.isArray(listed) ? listed.map(String) : listObjectMembers(type["values"]).map(([name]) => name);
  if (names.length === 0) return html``;
  return html`<p>${names.map((name) => html`<code>${name}</code> `)}</p>`;
}

function listObjectMembers(value: Json | undefined): [string, JsonObject][] {
  return Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );
}
