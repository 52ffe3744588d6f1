import { createRequire } from "node:module";
import type * as library from "graphql";

// By require, so that there is one graphql-js: an import may find another build of it, and neither takes the other's
// schemas.
const require = createRequire(import.meta.url);

/** graphql-js; read when a schema is first met. */
export function graphqlLibrary(): typeof library {
  return require("graphql") as typeof library;
}
