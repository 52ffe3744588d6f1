import type { Contract } from "../../contracts/index.ts";

/** The path below which state has what mutations to a schema wrote. */
export function homeOf({ api }: Contract): string {
  return `/${api}/graphql`;
}
