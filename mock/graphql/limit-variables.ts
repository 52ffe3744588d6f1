import type { ExecutionArgs, GraphQLInputType } from "graphql";
import { cachedBy } from "../model/cached-by.ts";
import { graphql } from "./library.ts";

const { coerceInputValue, isInputObjectType, isListType, isNonNullType, typeFromAST } = graphql;

/** Number of invalid values that graphql-js reports. It makes an error for each one, whatever their number. */
const MAX_INVALID = 50;

/**
 * Arguments of an execution whose variables have only so many invalid values that graphql-js reports all of them. The
 * rest of a list after them, and further unknown fields of an object, are left out: the query is refused anyway.
 */
export function limitVariables<T extends QueryArgs>(args: T): T {
  const { variableValues } = args;
  if (!variableValues) return args;
  // Validation and execution of a query have the same variables, whose check may take as long as the execution.
  const known = knownOf(variableValues);
  known.limited ??= limit(args, variableValues);
  return { ...args, variableValues: known.limited };
}

type QueryArgs = Pick<ExecutionArgs, "schema" | "document" | "operationName" | "variableValues">;
type Variables = Readonly<Record<string, unknown>>;

const knownOf = cachedBy<Variables, { limited?: Variables }>(() => ({}));

/**
 * Variables for the cost of a query, which does not depend on the length of lists: valid lists have one item. Invalid
 * variables stay, so that they are reported.
 */
export function shortenVariables(args: QueryArgs): Variables {
  const { variableValues } = args;
  const limited = limitVariables(args).variableValues ?? {};
  const entries = Object.entries(limited);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, value === variableValues?.[name] ? withShortLists(value) : value]),
  );
}

function withShortLists(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, 1).map(withShortLists);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withShortLists(member)]));
}

function limit({ schema, document, operationName }: QueryArgs, variableValues: Variables): Variables {
  const operations = document.definitions.filter((each) => each.kind === "OperationDefinition");
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  const limited: Record<string, unknown> = { ...variableValues };
  for (const { variable, type: node } of operation?.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
    const name = variable.name.value;
    if (type && Object.hasOwn(limited, name) && !isValidInput(limited[name], type))
      limited[name] = withoutRest(limited[name], type, { left: MAX_INVALID });
  }
  return limited;
}

function isValidInput(value: unknown, type: GraphQLInputType): boolean {
  try {
    return value === null || value === undefined || coerceInputValue(value, type) !== undefined;
  } catch {
    return false;
  }
}

/** An invalid value up to the last invalid part that is reported. */
function withoutRest(value: unknown, type: GraphQLInputType, invalid: { left: number }): unknown {
  if (isNonNullType(type)) return withoutRest(value, type.ofType, invalid);
  if (isListType(type) && Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      if (invalid.left <= 0) break;
      items.push(isValidInput(item, type.ofType) ? item : withoutRest(item, type.ofType, invalid));
    }
    return items;
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isInputObjectType(type) || !isObject) {
    invalid.left--;
    return value;
  }
  const fields = type.getFields();
  const members: Record<string, unknown> = {};
  const before = invalid.left;
  for (const [name, member] of Object.entries(value)) {
    const field = fields[name];
    if (!field && invalid.left <= 0) continue;
    if (!field) invalid.left--;
    members[name] = field && !isValidInput(member, field.type) ? withoutRest(member, field.type, invalid) : member;
  }
  // A missing field is invalid, too.
  if (invalid.left === before) invalid.left--;
  return members;
}
