import type { ShownPart } from "../../model/shown-part.ts";
import { type Json, isObject } from "../../../contracts/index.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Property } from "../../scope/property.ts";
import type { Scope } from "../../scope/scope.ts";
import type { Finding } from "../../checks/finding.ts";
import { generateQueries } from "./queries.ts";
import {
  type GraphqlError,
  readGraphqlResponse,
  executesQueries,
  readQueryBody,
  buildQueryRequest,
  getSchemaBasis,
  findQueriedSchema,
} from "./schema.ts";
import { findDataFaults } from "./shape.ts";

/** Error codes for faults of the server itself, unlike refused or missing fields. */
const SERVER_FAULT_CODES = /^(INTERNAL_SERVER_ERROR|INTERNAL_ERROR)$/;
const SERVER_FAULT_WORDS =
  /^(Cannot return null for non-nullable field|.* cannot represent |Expected Iterable|Unexpected error)/i;

/** Messages about limits beyond the schema. */
const LIMIT = /complex|depth|deep|cost|too (many|large|long|big)|limit|persisted|not allowed|introspection/i;

/**
 * A valid query is executed, and its data has the declared types. Errors for single fields, such as missing
 * permissions, are allowed.
 */
export const queriesAnswered: Property = {
  id: "graphql-queries-answered",
  claim: "A valid GraphQL query returns data of the declared types",
  phase: "promises",
  writes: false,
  applies: (scope) =>
    findQueriedSchema(scope)?.getQueryType() !== undefined && findQueriedSchema(scope)?.getQueryType() !== null,
  given(scope, runs) {
    const schema = findQueriedSchema(scope);
    if (!schema) return [];
    const requests = generateQueries(schema, collectHints(scope)).map((query) =>
      buildQueryRequest(scope.operation, query),
    );
    return [{ label: "", requests, runs }];
  },
  async holds(request, scope) {
    const { exchange } = scope;
    const schema = findQueriedSchema(scope);
    const result = await exchange(request);
    const findings = scope.judge(result);
    if (findings.length > 0 || !schema) return findings;
    const answer = readGraphqlResponse(result);
    if (!answer) return [];
    const found = (key: string, message: string, shown?: ShownPart): Finding => ({
      ...createQueryFinding(scope, result, key, message),
      ...(shown && { shown }),
    });
    if (answer.data === undefined) {
      const [error] = answer.errors;
      if (!error || LIMIT.test(`${error.code ?? ""} ${error.message}`)) return [];
      // A server that refuses even the simplest query has another reason.
      if (!(await executesQueries(scope))) return [];
      return [found("refused", `A valid query was not executed: ${error.message}`)];
    }
    const serverFault = answer.errors.find(isServerFault);
    const faults = answer.data === null ? [] : findDataFaults(answer.data, readQueryBody(request).query, schema);
    return [
      ...faults.map(({ field, pointer, expected, got }) =>
        found(`type ${field}`, `The field ${field} is ${got} at "${pointer}", expected ${expected}`, {
          pointer,
          expected,
          actual: got,
        }),
      ),
      ...(serverFault ? [found("failed", `A valid query made the server fail: ${serverFault.message}`)] : []),
      ...(answer.data === null && answer.errors.length === 0
        ? [found("null", "A valid query got neither data nor an error")]
        : []),
    ];
  },
};

function createQueryFinding(scope: Scope, exchange: Exchange, key: string, message: string): Finding {
  return { check: "graphql-queries-answered", key, message, basis: getSchemaBasis(scope), exchange };
}

function isServerFault({ code = "", message }: GraphqlError): boolean {
  return SERVER_FAULT_CODES.test(code) || SERVER_FAULT_WORDS.test(message);
}

/** Variables of documented examples, as values for arguments with the same names. */
function collectHints({ operation }: Scope): Record<string, Json> {
  const examples = operation.body?.content.flatMap((media) => Object.values(media.examples)) ?? [];
  const all = examples.map((example) =>
    isObject(example) && isObject(example["variables"]) ? example["variables"] : {},
  );
  return Object.assign({}, ...all) as Record<string, Json>;
}
