import { createRequire } from "node:module";
import type * as complexity from "graphql-query-complexity";
import type * as http from "graphql-http";
import type * as library from "graphql";

// By require, so that there is one graphql-js: what transforms and bundles sources may find another one for an import
// than the packages find that are built upon it, and then neither takes the other's schemas.
const require = createRequire(import.meta.url);

/** graphql-js, and the packages built upon the same instance of it. */
export const graphql = require("graphql") as typeof library;
export const { createHandler } = require("graphql-http") as typeof http;
export const createComplexityRule: typeof complexity.createComplexityRule = (
  require("graphql-query-complexity") as typeof complexity
).createComplexityRule;
