import { createRequire } from "node:module";
import type * as complexity from "graphql-query-complexity";
import type * as http from "graphql-http";
import type * as library from "graphql";

// With require, so that there is only one instance of graphql-js. A bundler may resolve an import to another instance
// than the packages below use, and one instance rejects schemas of another.
const require = createRequire(import.meta.url);

/** graphql-js. The packages below use the same instance. */
export const graphql = require("graphql") as typeof library;
export const { createHandler } = require("graphql-http") as typeof http;
export const createComplexityRule: typeof complexity.createComplexityRule = (
  require("graphql-query-complexity") as typeof complexity
).createComplexityRule;
