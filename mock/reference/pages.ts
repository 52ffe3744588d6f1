import { type Contract, decodeSegment } from "../../contracts/index.ts";
import { html } from "../../formats/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { problemResponse } from "../model/problem.ts";
import { apiPage, withoutViewerPage } from "./api-page.ts";
import { decorated } from "./decorated.ts";
import { filterScript } from "./filter-script.ts";
import { graphqlPage } from "./graphql-page.ts";
import { indexPage, linksTo } from "./index-page.ts";
import { fileResponse, pageResponse } from "./page.ts";
import { REFERENCE_PATH } from "./paths.ts";
import { type Entry, type Shelf, createShelf } from "./shelf.ts";
import { style } from "./style.ts";
import { viewScript } from "./view-script.ts";
import type { Viewer } from "./viewer.ts";

/** Answers every path of the reference. Pages and documents are made anew each time: few ask, and none waits. */
export function createPages(
  contracts: readonly Contract[],
  findViewer: () => Viewer | undefined,
): (path: string) => MockResponse {
  const shelf = createShelf(contracts);
  const files: Readonly<Record<string, () => MockResponse>> = {
    "": () => indexPage(shelf),
    "style.css": () => fileResponse(style, "text/css; charset=utf-8"),
    "filter.js": () => fileResponse(filterScript, "text/javascript; charset=utf-8"),
    "view.js": () => fileResponse(viewScript, "text/javascript; charset=utf-8"),
    "redoc.js": viewerFile,
  };

  return (path) => {
    const segment = path.slice(REFERENCE_PATH.length + 1);
    const name = decodeSegment(segment) ?? segment;
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (file) return file();
    const entry = shelf.find(name);
    if (entry) return pageOf(entry);
    const described = name.endsWith(".json") ? shelf.find(name.slice(0, -".json".length)) : undefined;
    return described ? documentFile(described) : unknownPage(name, shelf);
  };

  function pageOf(entry: Entry): MockResponse {
    if (entry.contract.kind === "graphql") return graphqlPage(entry, shelf);
    const viewer = findViewer();
    return viewer ? apiPage(entry, shelf, viewer) : withoutViewerPage(entry, shelf);
  }

  /** Asked for with its version, so that it never changes. */
  function viewerFile(): MockResponse {
    const viewer = findViewer();
    if (!viewer) return problemResponse({ refused: "Redoc is not installed: npm install redoc", status: 404 });
    return fileResponse(viewer.read(), "text/javascript; charset=utf-8", {
      headers: { "cache-control": "public, max-age=31536000, immutable" },
    });
  }
}

function documentFile({ contract }: Entry): MockResponse {
  const document = contract.kind === "graphql" ? contract.document : decorated(contract);
  return fileResponse(JSON.stringify(document), "application/json");
}

function unknownPage(name: string, { entries }: Shelf): MockResponse {
  return pageResponse({
    title: "No such API",
    status: 404,
    body: html`<main class="text">
      <h1>No API is called “${name}”</h1>
      ${linksTo(entries)}
    </main>`,
  });
}
