import type { Json } from "../model/json.ts";
import { FunctionExpressionType, JSONPathEnvironment, JSONPathError } from "json-p3";
import { OverBudget, spend } from "../patterns/work.ts";
import { getPattern } from "../schema/pattern.ts";

const environment = new JSONPathEnvironment();

// The functions of the library use native regular expressions, which can run forever on some patterns.
for (const [name, wrapPattern] of [
  ["search", (pattern: string) => pattern],
  ["match", (pattern: string) => `^(?:${pattern})$`],
] as const)
  environment.functionRegister.set(name, {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) =>
      typeof text === "string" && typeof pattern === "string" && getPattern(wrapPattern(pattern))?.test(text) === true,
  });

/** Returns the syntax fault of a JSONPath, or undefined if it is valid. */
export function jsonPathFault(target: string): string | undefined {
  try {
    environment.compile(target);
    return undefined;
  } catch (error) {
    if (error instanceof JSONPathError) return error.message;
    throw error;
  }
}

/** Returns the locations that a JSONPath matches. Each value that the search reads costs one step of the budget. */
export function findLocations(target: string, document: Json): (string | number)[][] {
  const locations: (string | number)[][] = [];
  try {
    for (const { location } of environment.lazyQuery(target, countReads(document) as never)) {
      spend(1 + location.length);
      locations.push([...location]);
    }
  } catch (error) {
    // Exceeding a limit of the library counts as exceeding the budget.
    if (error instanceof JSONPathError || error instanceof RangeError) throw new OverBudget(error.message);
    throw error;
  }
  return locations;
}

/** Returns a view of a value that spends one step for each member that is read. */
function countReads(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      spend(1);
      return countReads(Reflect.get(target, key));
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      spend(keys.length);
      return keys;
    },
  });
}
