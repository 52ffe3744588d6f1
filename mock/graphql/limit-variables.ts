import type { ExecutionArgs, GraphQLInputType } from "graphql";
import { graphql } from "./library.ts";

const { coerceInputValue, isInputObjectType, isListType, isNonNullType, typeFromAST } = graphql;

/** Number of invalid values that graphql-js reports. It makes an error for each one, whatever their number. */
const MOST_INVALID = 50;

/**
 * Arguments of an execution whose variables have only so many invalid values that graphql-js reports all of them. The
 * rest of a list after them, and further unknown fields of an object, are left out: the query is refused anyway.
 */
export function limitVariables(args: ExecutionArgs): ExecutionArgs {
  const { schema, document, operationName, variableValues } = args;
  if (!variableValues) return args;
  const operations = document.definitions.filter((each) => each.kind === "OperationDefinition");
  const operation = operations.find(({ name }) => name?.value === operationName) ?? operations[0];
  const limited: Record<string, unknown> = { ...variableValues };
  for (const { variable, type: node } of operation?.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node) as GraphQLInputType | undefined;
    const name = variable.name.value;
    if (type && Object.hasOwn(limited, name) && !isValid(limited[name], type))
      limited[name] = withoutRest(limited[name], type, { left: MOST_INVALID });
  }
  return { ...args, variableValues: limited };
}

function isValid(value: unknown, type: GraphQLInputType): boolean {
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
      items.push(isValid(item, type.ofType) ? item : withoutRest(item, type.ofType, invalid));
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
    members[name] = field && !isValid(member, field.type) ? withoutRest(member, field.type, invalid) : member;
  }
  // A missing field is invalid, too.
  if (invalid.left === before) invalid.left--;
  return members;
}
