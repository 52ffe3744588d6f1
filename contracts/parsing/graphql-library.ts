import { createRequire } from "node:module";
import type * as library from "graphql";

// require() returns the one CommonJS build of graphql-js. An import could load a second build, which rejects the schemas
// of the first.
const require = createRequire(import.meta.url);

/** Loads graphql-js on first use. */
export function graphqlLibrary(): typeof library {
  return require("graphql") as typeof library;
}
