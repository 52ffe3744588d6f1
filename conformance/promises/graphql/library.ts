import { createRequire } from "node:module";
import type * as library from "graphql";

const require = createRequire(import.meta.url);

/** graphql-js, loaded on first use. */
export function graphql(): typeof library {
  return require("graphql") as typeof library;
}
