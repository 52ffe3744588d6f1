import { type Contract, decodeSegment } from "../../contracts/index.ts";
import { html } from "../../formats/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { problemResponse } from "../model/problem.ts";
import { apiPage, missingRedocPage } from "./api-page.ts";
import { decorateDocument } from "./decorate-document.ts";
import { filterScript } from "./filter-script.ts";
import { graphqlPage } from "./graphql-page.ts";
import { indexPage, apiLinks } from "./index-page.ts";
import { fileResponse, pageResponse } from "./page.ts";
import { REFERENCE_PATH } from "./paths.ts";
import { type CatalogueEntry, type Catalogue, createCatalogue } from "./catalogue.ts";
import { style } from "./style.ts";
import { viewScript } from "./view-script.ts";
import type { RedocBundle } from "./redoc-bundle.ts";

/** Responses for all paths of the reference. Pages are not cached, because they are requested rarely. */
export function createPages(
  contracts: readonly Contract[],
  findRedoc: () => RedocBundle | undefined,
): (path: string) => MockResponse {
  const catalogue = createCatalogue(contracts);
  const files: Readonly<Record<string, () => MockResponse>> = {
    "": () => indexPage(catalogue),
    "style.css": () => fileResponse(style, "text/css; charset=utf-8"),
    "filter.js": () => fileResponse(filterScript, "text/javascript; charset=utf-8"),
    "view.js": () => fileResponse(viewScript, "text/javascript; charset=utf-8"),
    "redoc.js": redocFile,
  };

  return (path) => {
    const segment = path.slice(REFERENCE_PATH.length + 1);
    const name = decodeSegment(segment) ?? segment;
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (file) return file();
    const entry = catalogue.find(name);
    if (entry) return renderEntry(entry);
    const ofDocument = name.endsWith(".json") ? catalogue.find(name.slice(0, -".json".length)) : undefined;
    if (ofDocument) return documentFile(ofDocument);
    return unknownPage(name, catalogue);
  };

  function renderEntry(entry: CatalogueEntry): MockResponse {
    if (entry.contract.kind === "graphql") return graphqlPage(entry, catalogue);
    const redoc = findRedoc();
    if (redoc) return apiPage(entry, catalogue, redoc);
    return missingRedocPage(entry, catalogue);
  }

  /** Its URL contains its version, so that browsers may cache it forever. */
  function redocFile(): MockResponse {
    const redoc = findRedoc();
    if (!redoc) return problemResponse({ refused: "Redoc is not installed: npm install redoc", status: 404 });
    return fileResponse(redoc.read(), "text/javascript; charset=utf-8", {
      headers: { "cache-control": "public, max-age=31536000, immutable" },
    });
  }
}

function documentFile({ contract }: CatalogueEntry): MockResponse {
  const document = contract.kind === "graphql" ? contract.document : decorateDocument(contract);
  return fileResponse(JSON.stringify(document), "application/json");
}

function unknownPage(name: string, { entries }: Catalogue): MockResponse {
  return pageResponse({
    title: "No such API",
    status: 404,
    body: html`<main class="text">
      <h1>There is no API “${name}”</h1>
      ${apiLinks(entries)}
    </main>`,
  });
}
