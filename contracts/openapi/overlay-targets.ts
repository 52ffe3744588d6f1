import type { Json } from "../model/json.ts";
import { FunctionExpressionType, JSONPathEnvironment, JSONPathError } from "json-p3";
import { OverBudget, spend } from "../patterns/work.ts";
import { patternOf } from "../schema/pattern.ts";

const environment = new JSONPathEnvironment();

// The library's own functions search with the native engine, which a pattern may keep busy without end.
for (const [name, around] of [
  ["search", (pattern: string) => pattern],
  ["match", (pattern: string) => `^(?:${pattern})$`],
] as const)
  environment.functionRegister.set(name, {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call: (text: unknown, pattern: unknown) =>
      typeof text === "string" && typeof pattern === "string" && patternOf(around(pattern))?.test(text) === true,
  });

/** Why a target is no JSONPath; undefined where it is one. */
export function faultOfPath(target: string): string | undefined {
  try {
    environment.compile(target);
    return undefined;
  } catch (error) {
    if (error instanceof JSONPathError) return error.message;
    throw error;
  }
}

/** The places that a JSONPath finds. All that is read to find them is spent. */
export function placesFound(target: string, document: Json): (string | number)[][] {
  const found: (string | number)[][] = [];
  try {
    for (const { location } of environment.lazyQuery(target, counted(document) as never)) {
      spend(1 + location.length);
      found.push([...location]);
    }
  } catch (error) {
    // The library's limits are ours.
    if (error instanceof JSONPathError || error instanceof RangeError) throw new OverBudget(error.message);
    throw error;
  }
  return found;
}

/** The same value, which spends a step for each member that is read. */
function counted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, key) {
      spend(1);
      return counted(Reflect.get(target, key));
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target);
      spend(keys.length);
      return keys;
    },
  });
}
