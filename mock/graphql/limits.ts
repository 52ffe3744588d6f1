import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode, ValidationRule } from "graphql";
import type { ComplexityEstimator } from "graphql-query-complexity";
import { createComplexityRule, graphql } from "./library.ts";

const { GraphQLError, getNullableType, isListType } = graphql;

/** Limits of a query. */
export interface GraphqlLimits {
  /** Maximum nesting of fields. Default: 12. */
  readonly maxDepth?: number;
  /** Maximum number of fields in a response, in which a list counts as ten objects. Default: 10,000. */
  readonly maxCost?: number;
}

/** Maximum number of tokens of a query. */
export const MAX_TOKENS = 5000;

const DEFAULT_DEPTH = 12;
const DEFAULT_COST = 10_000;
/** Number of objects that a list counts as, if no argument sets its length. */
const LIST_LENGTH = 10;

const lengths = ["first", "last", "limit", "pageSize", "perPage"];

/** Operation name and variables of a query. */
interface QueryParameters {
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Validation rules for too deep and too costly queries. Introspection is free here: graphql-js limits it itself. */
export function limitRules(
  { maxDepth = DEFAULT_DEPTH, maxCost = DEFAULT_COST }: GraphqlLimits,
  query: QueryParameters,
) {
  return [operationRule(query), depthRule(maxDepth, query), costRule(maxCost, query)];
}

/** Rule: the query must contain the operation that `operationName` names. */
function operationRule({ operationName }: QueryParameters): ValidationRule {
  return (context) => ({
    Document({ definitions }) {
      const operations = definitions.flatMap((each) => (each.kind === "OperationDefinition" ? [each.name?.value] : []));
      const names = operations.map((name) => (name === undefined ? "one without a name" : `"${name}"`)).join(", ");
      const message =
        operationName === undefined || operationName === null
          ? operations.length > 1 && !operations.includes(undefined)
            ? `Set operationName to one of the operations: ${names}`
            : undefined
          : operations.includes(operationName)
            ? undefined
            : `The query has no operation "${operationName}"${names === "" ? "" : `, only ${names}`}`;
      if (message !== undefined)
        context.reportError(new GraphQLError(message, { extensions: { code: "OPERATION_RESOLUTION_FAILURE" } }));
    },
  });
}

/** True for the operation that is executed. Others in the same query are not. */
function isExecuted(name: string | undefined, { operationName }: QueryParameters): boolean {
  return (operationName ?? name) === name;
}

function depthRule(maximum: number, query: QueryParameters): ValidationRule {
  return (context) => ({
    OperationDefinition(node) {
      if (!isExecuted(node.name?.value, query)) return;
      const depth = createDepthMeter(context.getDocument())(node.selectionSet);
      if (depth <= maximum) return;
      const message = `Cannot run the query: its fields are nested ${depth} levels deep, and at most ${maximum} are allowed`;
      context.reportError(new GraphQLError(message, { nodes: node, extensions: { code: "TOO_DEEP" } }));
    },
  });
}

/** Depth of selections. Measures each fragment once. Another rule refuses a fragment that contains itself. */
function createDepthMeter({ definitions }: DocumentNode): (set: SelectionSetNode | undefined) => number {
  const fragments = new Map(
    definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === "FragmentDefinition")
      .map((each) => [each.name.value, each]),
  );
  const known = new Map<string, number>();
  return measureDepth;

  function measureDepth(set: SelectionSetNode | undefined): number {
    let deepest = 0;
    for (const selection of set?.selections ?? []) {
      const depth =
        selection.kind === "FragmentSpread"
          ? depthOfFragment(selection.name.value)
          : selection.kind === "InlineFragment"
            ? measureDepth(selection.selectionSet)
            : selection.name.value.startsWith("__")
              ? 0
              : 1 + measureDepth(selection.selectionSet);
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  function depthOfFragment(name: string): number {
    let depth = known.get(name);
    if (depth === undefined) {
      known.set(name, 0);
      known.set(name, (depth = measureDepth(fragments.get(name)?.selectionSet)));
    }
    return depth;
  }
}

const estimate: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (field.name.startsWith("__") || type.name.startsWith("__")) return 0;
  const requested = lengths.map((name): unknown => args[name]).find((value) => typeof value === "number" && value >= 0);
  const length = isListType(getNullableType(field.type)) ? ((requested as number | undefined) ?? LIST_LENGTH) : 1;
  return 1 + length * childComplexity;
};

function costRule(maximum: number, query: QueryParameters): ValidationRule {
  return (context) => {
    const rule = createComplexityRule({
      maximumComplexity: maximum,
      estimators: [estimate],
      variables: { ...query.variableValues },
      createError: (limit, cost) => tooCostly(`it costs ${cost}, and at most ${limit} is allowed`),
    })(context);
    // The library throws for a query with very many fields, and looks at all operations of a query.
    const reportThrown = (visit: () => void): void => {
      try {
        visit();
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        context.reportError(tooCostly("it has too many fields"));
      }
    };
    return {
      OperationDefinition: {
        enter: (node) => {
          if (isExecuted(node.name?.value, query)) reportThrown(() => rule.onOperationDefinitionEnter(node));
        },
        leave: (node) => {
          if (isExecuted(node.name?.value, query)) reportThrown(() => void rule.onOperationDefinitionLeave(node));
        },
      },
    };
  };
}

function tooCostly(reason: string) {
  return new GraphQLError(`Cannot run the query: ${reason}`, { extensions: { code: "TOO_COSTLY" } });
}
