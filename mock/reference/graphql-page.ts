import { type Json, type JsonObject, isObject, mountsOf } from "../../contracts/index.ts";
import { type Markup, html } from "../../formats/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { bar } from "./api-page.ts";
import { badge } from "./badge.ts";
import { type Ground, groundOf, uncovered } from "./ground.ts";
import { pageResponse } from "./page.ts";
import type { Entry, Shelf } from "./shelf.ts";
import { groundBadge, groundSentence, lifecycleSentences, plain } from "./words.ts";

/** A GraphQL schema: its types, and its text. */
export function graphqlPage(entry: Entry, shelf: Shelf): MockResponse {
  const { title, document } = entry.contract;
  const { types, directives, sdl } = document;
  const path = pathIn(shelf, entry);
  const tells = typeof sdl === "string" && /x-(spec|assumed):/.test(sdl);
  const ground = groundOf(document, uncovered);
  return pageResponse({
    title,
    body: html`${bar(entry, shelf)}
      <main class="text">
        <h1>${title}</h1>
        ${said(document, ground)}
        <p>It is queried at <a href="${path}">${path}</a>, which shows GraphiQL in a browser.</p>
        <h2>Types</h2>
        ${members(types).map(([name, type]) => section(name, type))}
        <h2>Directives</h2>
        <dl>${members(directives).map(([name, directive]) => member(`@${name}`, directive, ground))}</dl>
        <details>
          <summary>The schema as text</summary>
          <pre><code>${typeof sdl === "string" ? sdl : ""}</code></pre>
        </details>
      </main>`,
  });

  function section(name: string, type: JsonObject): Markup {
    const own = groundOf(type, ground);
    return html`<section>
      <h3>${name} ${basisOf(own)}</h3>
      ${said(type, own)}
      <dl>${members(type["fields"]).map(([field, node]) => member(field, node, own))}</dl>
      ${namesIn(type)}
    </section> `;
  }

  function member(name: string, node: JsonObject, inherited: Ground): Markup {
    const own = groundOf(node, inherited);
    const parameters = members(node["arguments"]).map(([key, { type }]) => `${key}: ${String(type)}`);
    const list = parameters.length > 0 ? `(${parameters.join(", ")})` : "";
    const type = typeof node["type"] === "string" ? `: ${node["type"]}` : "";
    const badges = [
      // What every GraphQL schema has is no claim of this one.
      ...(node["builtIn"] === true ? [] : basisOf(own)),
      ...(node["deprecated"] === true ? [badge("deprecated", "deprecated")] : []),
    ];
    return html`<dt><code>${name}${list}${type}</code> ${badges}</dt>
      <dd>${said(node, own)}</dd> `;
  }

  function basisOf(own: Ground): Markup[] {
    return tells ? [badge(groundBadge(own), own.basis)] : [];
  }

  function said(node: JsonObject, { reason }: Ground): Markup[] {
    const { description } = node;
    const notes = [
      ...lifecycleSentences(node, plain),
      ...(tells && reason !== undefined ? [groundSentence({ basis: "assumed", reason }, "", plain)] : []),
    ];
    return [
      ...(typeof description === "string" ? [html`<p>${description}</p>`] : []),
      ...(notes.length > 0 ? [html`<p class="note">${notes.join(" ")}</p>`] : []),
    ];
  }
}

/** Where a schema is queried. */
function pathIn({ entries }: Shelf, { contract }: Entry): string {
  return mountsOf(entries.map((entry) => entry.contract)).find(({ schema }) => schema === contract)?.path ?? "";
}

/** The values of an enum, or the members of a union. */
function namesIn(type: JsonObject): Markup {
  const listed = type["members"];
  const names = Array.isArray(listed) ? listed.map(String) : members(type["values"]).map(([name]) => name);
  return names.length === 0 ? html`` : html`<p>${names.map((name) => html`<code>${name}</code> `)}</p>`;
}

function members(value: Json | undefined): [string, JsonObject][] {
  return Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] =>
    isObject(entry[1]),
  );
}
