import type { Contract } from "../../contracts/index.ts";

/** Path of the state that mutations of a schema write. */
export function mutationStatePath({ api }: Contract): string {
  return `/${api}/graphql`;
}
