import { type Contract, type Json, isObject, oncePer } from "../../contracts/index.ts";

/** Pointer with `*` for each array index, so that the same problem in several array items counts once. */
export function genericPointer(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}

/**
 * Pointer with `*` for each array index and each map key. Map keys are data and differ between runs. A segment counts as
 * a property name if any schema of the contract has a property of that name.
 */
export function toGenericPointer(contract: Contract, pointer: string): string {
  const names = propertyNamesIn(contract);
  return genericPointer(pointer)
    .split("/")
    .map((segment, at) => (at === 0 || segment === "*" || names.has(segment) ? segment : "*"))
    .join("/");
}

/** Property names in all schemas of a contract, escaped as in JSON pointers. */
export const propertyNamesIn: (contract: Contract) => ReadonlySet<string> = oncePer((contract) => {
  const found = new Set<string>();
  collectSchemaNames(contract.document, found);
  return found;
});

function collectSchemaNames(node: Json, found: Set<string>): void {
  if (Array.isArray(node)) for (const item of node as readonly Json[]) collectSchemaNames(item, found);
  if (!isObject(node)) return;
  const named = isObject(node["properties"]) ? Object.keys(node["properties"]) : [];
  const required = Array.isArray(node["required"]) ? (node["required"] as readonly Json[]) : [];
  for (const name of [...named, ...required])
    if (typeof name === "string") found.add(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  for (const value of Object.values(node)) collectSchemaNames(value as Json, found);
}
