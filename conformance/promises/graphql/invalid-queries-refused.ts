import type { GraphQLField, GraphQLSchema } from "graphql";
import type { Property } from "../../scope/property.ts";
import { graphql } from "./library.ts";
import {
  type Query,
  readGraphqlResponse,
  readQueryBody,
  buildQueryRequest,
  getSchemaBasis,
  findQueriedSchema,
} from "./schema.ts";

/** Queries that are invalid for every schema, and some that are invalid for this one. */
function invalidQueries(schema: GraphQLSchema): readonly Query[] {
  const { getNamedType, isCompositeType, isRequiredArgument, parse, validate } = graphql();
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const isBranch = (field: GraphQLField<unknown, unknown>): boolean => isCompositeType(getNamedType(field.type));
  const fieldWithoutArguments = fields.find((field) => !field.args.some((argument) => isRequiredArgument(argument)));
  const fieldWithArguments = fields.find((field) => field.args.some((argument) => isRequiredArgument(argument)));
  const writeSubselection = (field: GraphQLField<unknown, unknown>): string =>
    isBranch(field) ? " { __typename }" : "";
  const requiredArguments = fieldWithArguments?.args.filter((argument) => isRequiredArgument(argument)) ?? [];
  const candidates: readonly (Query | undefined)[] = [
    { query: "{ concordNoSuchField }" },
    { query: "query { __typename" },
    { query: "mutation { concordNoSuchField }" },
    { query: "{ ...concordNoSuchFragment }" },
    fieldWithoutArguments && {
      query: isBranch(fieldWithoutArguments)
        ? `{ ${fieldWithoutArguments.name} }`
        : `{ ${fieldWithoutArguments.name} { __typename } }`,
    },
    fieldWithoutArguments && {
      query: `{ ${fieldWithoutArguments.name}(concordNoSuchArgument: 1)${writeSubselection(fieldWithoutArguments)} }`,
    },
    fieldWithArguments && { query: `{ ${fieldWithArguments.name}${writeSubselection(fieldWithArguments)} }` },
    fieldWithArguments && {
      query: `{ ${fieldWithArguments.name}(${requiredArguments.map(({ name }) => `${name}: $absent`).join(", ")})${writeSubselection(fieldWithArguments)} }`,
    },
    fieldWithArguments && {
      query: `{ ${fieldWithArguments.name}(${requiredArguments.map(({ name }) => `${name}: null`).join(", ")})${writeSubselection(fieldWithArguments)} }`,
    },
  ];
  // graphql-js confirms that each query is invalid.
  return candidates.flatMap((each) => (each && isInvalid(each.query) ? [each] : []));

  function isInvalid(query: string): boolean {
    try {
      return validate(schema, parse(query)).length > 0;
    } catch {
      return true;
    }
  }
}

/** An invalid query is not executed, and its response has errors (GraphQL, section 7.1). */
export const invalidQueriesRefused: Property = {
  id: "graphql-invalid-refused",
  claim: "The target refuses an invalid GraphQL query",
  phase: "promises",
  writes: false,
  sendsInvalid: true,
  applies: (scope) => findQueriedSchema(scope) !== undefined,
  given(scope) {
    const schema = findQueriedSchema(scope);
    const requests = schema ? invalidQueries(schema).map((query) => buildQueryRequest(scope.operation, query)) : [];
    return [{ label: "", requests, runs: 0 }];
  },
  async holds(request, scope) {
    const { exchange, judge } = scope;
    const result = await exchange(request);
    const findings = judge(result);
    const answer = readGraphqlResponse(result);
    const isExecuted = answer?.data !== undefined && answer.data !== null;
    const isSilent = result.response.status < 300 && answer !== undefined && answer.errors.length === 0;
    if (findings.length > 0 || (!isExecuted && !isSilent)) return findings;
    const { query } = readQueryBody(request);
    return [
      {
        check: "graphql-invalid-refused",
        key: `accepted ${query}`,
        message: `A query that the schema does not allow was executed: ${query}`,
        basis: getSchemaBasis(scope),
        exchange: result,
      },
    ];
  },
};
