import type { Contract } from "../../contracts/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { REFERENCE_PATH } from "./paths.ts";

export { createDocuments } from "./documents.ts";
export { REFERENCE_PATH } from "./paths.ts";

/** Response for a path of the reference. Undefined for other paths. */
export type Reference = (path: string) => Promise<MockResponse | undefined>;

/** Creates the pages that describe contracts. The first request loads and creates them. */
export function createReference(contracts: readonly Contract[]): Reference {
  let pages: ((path: string) => MockResponse) | undefined;
  return async (path) => {
    if (path !== REFERENCE_PATH && !path.startsWith(`${REFERENCE_PATH}/`)) return undefined;
    if (!pages) {
      const [{ createPages }, { findRedoc }] = await Promise.all([import("./pages.ts"), import("./redoc-bundle.ts")]);
      pages = createPages(contracts, findRedoc);
    }
    return pages(path);
  };
}
