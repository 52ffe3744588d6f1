import type { Contract } from "../../contracts/index.ts";
import type { MockResponse } from "../model/exchange.ts";
import { REFERENCE_PATH } from "./paths.ts";

export { REFERENCE_PATH } from "./paths.ts";

/** Answers a path of the reference; other paths are not its own. */
export type Reference = (path: string) => Promise<MockResponse | undefined>;

/** The pages that show contracts to a reader. Nothing is loaded or made before one is asked for. */
export function createReference(contracts: readonly Contract[]): Reference {
  let pages: ((path: string) => MockResponse) | undefined;
  return async (path) => {
    if (path !== REFERENCE_PATH && !path.startsWith(`${REFERENCE_PATH}/`)) return undefined;
    if (!pages) {
      const [{ createPages }, { findViewer }] = await Promise.all([import("./pages.ts"), import("./viewer.ts")]);
      pages = createPages(contracts, findViewer);
    }
    return pages(path);
  };
}
