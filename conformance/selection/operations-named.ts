import { type Contract, type Operation, ToolError, nearestOperations } from "../../contracts/index.ts";

/**
 * Operations with a name: an API, an operationId, "METHOD /path/{template}", or a path. In a path, `*` matches a part
 * of a segment, and `**` any number of segments. Names of path parameters do not matter.
 * @throws ToolError "unknown-operation", with the nearest name, if there is none.
 */
export function operationsNamed(name: string, contracts: readonly Contract[], purpose: string): readonly Operation[] {
  const all = contracts.flatMap(({ operations }) => operations);
  const named = all.filter((operation) => matchesOperationName(operation, name));
  if (named.length > 0) return named;
  const near = nearestOperations(
    name,
    all,
    contracts.map(({ api }) => api),
  );
  throw new ToolError("unknown-operation", `Cannot ${purpose} "${name}": no operation has this name${near}`, {
    hint: 'Name an API, an operationId, "METHOD /path/{template}", or a path with * and **',
  });
}

function matchesOperationName({ api, id, name: full, method, path }: Operation, name: string): boolean {
  if ([api, id, full].includes(name)) return true;
  const [, wanted, pattern] = /^(?:([A-Za-z]+)\s+)?(\/.*)$/.exec(name.trim()) ?? [];
  if (pattern === undefined || (wanted !== undefined && wanted.toUpperCase() !== method)) return false;
  return withoutNames(pattern) === withoutNames(path) || isMatch(path, pattern);
}

/** Path template without the names of its parameters. */
function withoutNames(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, "{}");
}

/** True if a path template matches a pattern with asterisks. */
function isMatch(path: string, pattern: string): boolean {
  if (!pattern.includes("*")) return false;
  const parts = pattern.split(/(\*{1,2})/).map((part) => {
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return part.replaceAll(/[\\^$.|?+()[\]{}]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join("")}$`).test(path);
}
