import type { Property } from "../../scope/property.ts";
import { introspectionEquals } from "./introspection-equals.ts";
import { invalidQueriesRefused } from "./invalid-queries-refused.ts";
import { queriesAnswered } from "./queries-answered.ts";

/** What is promised of operations that query a GraphQL schema. */
export const graphqlPromises: readonly Property[] = [introspectionEquals, queriesAnswered, invalidQueriesRefused];
