import { encode } from "../../contracts/index.ts";

/** Below it are the pages that show the contracts. */
export const REFERENCE_PATH = "/_concord/reference";

/** Where a page, or a file that pages need, is found. */
export function pathOf(name: string): string {
  return `${REFERENCE_PATH}/${encode(name)}`;
}
