import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode, ValidationRule } from "graphql";
import type { ComplexityEstimator } from "graphql-query-complexity";
import { createComplexityRule, graphql } from "./library.ts";

const { GraphQLError, getNullableType, isListType } = graphql;

/** What a query may ask for at most. */
export interface GraphqlLimits {
  /** How deep fields may lie in each other; 12 if not said. */
  readonly maxDepth?: number;
  /** How many fields an answer may have, where a list counts as ten objects; 10,000 if not said. */
  readonly maxCost?: number;
}

/** More words than any query of a person or a program has. */
export const MAX_TOKENS = 5000;

const DEFAULT_DEPTH = 12;
const DEFAULT_COST = 10_000;
/** How many objects a list counts as, where no argument says it. */
const LIST_LENGTH = 10;

const lengths = ["first", "last", "limit", "pageSize", "perPage"];

/** A query, and the values of its variables. */
interface Asked {
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The rules that refuse queries that ask for too much. Introspection is free: graphql-js has a rule of its own for it. */
export function limitRules({ maxDepth = DEFAULT_DEPTH, maxCost = DEFAULT_COST }: GraphqlLimits, asked: Asked) {
  return [operationRule(asked), depthRule(maxDepth, asked), costRule(maxCost, asked)];
}

/** The query must have the operation that is asked for. */
function operationRule({ operationName }: Asked): ValidationRule {
  return (context) => ({
    Document({ definitions }) {
      const operations = definitions.flatMap((each) => (each.kind === "OperationDefinition" ? [each.name?.value] : []));
      const names = operations.map((name) => (name === undefined ? "one without a name" : `"${name}"`)).join(", ");
      const message =
        operationName === undefined || operationName === null
          ? operations.length > 1 && !operations.includes(undefined)
            ? `Name in operationName which operation is meant: ${names}`
            : undefined
          : operations.includes(operationName)
            ? undefined
            : `The query has no operation "${operationName}", only ${names || "none"}`;
      if (message !== undefined)
        context.reportError(new GraphQLError(message, { extensions: { code: "OPERATION_RESOLUTION_FAILURE" } }));
    },
  });
}

/** Whether an operation is the one that is asked for: others of the same query are not run. */
function isMeant(name: string | undefined, { operationName }: Asked): boolean {
  return (operationName ?? name) === name;
}

function depthRule(most: number, asked: Asked): ValidationRule {
  return (context) => ({
    OperationDefinition(node) {
      if (!isMeant(node.name?.value, asked)) return;
      const depth = depthIn(context.getDocument())(node.selectionSet);
      if (depth <= most) return;
      const message = `Cannot run the query: its fields lie ${depth} levels deep in each other, and at most ${most} are allowed`;
      context.reportError(new GraphQLError(message, { nodes: node, extensions: { code: "TOO_DEEP" } }));
    },
  });
}

/** Measures each fragment once; one that contains itself is refused elsewhere. */
function depthIn({ definitions }: DocumentNode): (set: SelectionSetNode | undefined) => number {
  const fragments = new Map(
    definitions
      .filter((each): each is FragmentDefinitionNode => each.kind === "FragmentDefinition")
      .map((each) => [each.name.value, each]),
  );
  const known = new Map<string, number>();
  return depthOf;

  function depthOf(set: SelectionSetNode | undefined): number {
    let deepest = 0;
    for (const selection of set?.selections ?? []) {
      const depth =
        selection.kind === "FragmentSpread"
          ? depthOfFragment(selection.name.value)
          : selection.kind === "InlineFragment"
            ? depthOf(selection.selectionSet)
            : selection.name.value.startsWith("__")
              ? 0
              : 1 + depthOf(selection.selectionSet);
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  function depthOfFragment(name: string): number {
    let depth = known.get(name);
    if (depth === undefined) {
      known.set(name, 0);
      known.set(name, (depth = depthOf(fragments.get(name)?.selectionSet)));
    }
    return depth;
  }
}

const estimate: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (field.name.startsWith("__") || type.name.startsWith("__")) return 0;
  const told = lengths.map((name): unknown => args[name]).find((value) => typeof value === "number" && value >= 0);
  const length = isListType(getNullableType(field.type)) ? ((told as number | undefined) ?? LIST_LENGTH) : 1;
  return 1 + length * childComplexity;
};

function costRule(most: number, asked: Asked): ValidationRule {
  return (context) => {
    const rule = createComplexityRule({
      maximumComplexity: most,
      estimators: [estimate],
      variables: { ...asked.variableValues },
      createError: (limit, cost) => tooCostly(`it costs ${cost}, and at most ${limit} is allowed`),
    })(context);
    // The library throws where a query has very many fields, and takes every query for one with a name.
    const careful = (look: () => void): void => {
      try {
        look();
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        context.reportError(tooCostly("it has too many fields"));
      }
    };
    return {
      OperationDefinition: {
        enter: (node) => {
          if (isMeant(node.name?.value, asked)) careful(() => rule.onOperationDefinitionEnter(node));
        },
        leave: (node) => {
          if (isMeant(node.name?.value, asked)) careful(() => void rule.onOperationDefinitionLeave(node));
        },
      },
    };
  };
}

function tooCostly(why: string) {
  return new GraphQLError(`Cannot run the query: ${why}`, { extensions: { code: "TOO_COSTLY" } });
}
