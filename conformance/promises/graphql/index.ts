import type { Property } from "../../scope/property.ts";
import { introspectionEquals } from "./introspection-equals.ts";
import { invalidQueriesRefused } from "./invalid-queries-refused.ts";
import { queriesAnswered } from "./queries-answered.ts";

/** Promises of operations that query a GraphQL schema. */
export const graphqlPromises: readonly Property[] = [introspectionEquals, queriesAnswered, invalidQueriesRefused];
