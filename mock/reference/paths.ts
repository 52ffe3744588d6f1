import { percentEncode } from "../../contracts/index.ts";

/** Path of the reference. */
export const REFERENCE_PATH = "/_concord/reference";

/** Path of a page or a file of the reference. */
export function toReferencePath(name: string): string {
  return `${REFERENCE_PATH}/${percentEncode(name)}`;
}
