import type { Contract } from "../../contracts/index.ts";
import { html } from "../../formats/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { pageResponse } from "./page.ts";

/** Link from the page of the mock. */
export interface HomeLink {
  readonly path: string;
  /** One sentence. */
  readonly about: string;
}

/** Page of the mock: its APIs, and links to all that it serves besides them. */
export function homePage(contracts: readonly Contract[], links: readonly HomeLink[]): MockResponse {
  return pageResponse({
    title: "Mock",
    body: html`<header class="top">
        <h1>Mock of ${contracts.map(({ title }) => title).join(", ")}</h1>
      </header>
      <main>
        <ul>
          ${links.map(({ path, about }) => html`<li><a href="${path}">${path}</a>: ${about}</li> `)}
        </ul>
      </main>`,
  });
}
