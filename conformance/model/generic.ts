import { type Contract, type Json, isObject } from "../../contracts/index.ts";

/** A pointer with the indices of arrays left out: what is so in each item is one thing. */
export function generic(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}

/**
 * The same, with the keys of maps left out, too: they are data, and another run has others. A key is a name where any
 * schema of the contract names a property so.
 */
export function genericIn(contract: Contract, pointer: string): string {
  const names = namesIn(contract);
  return generic(pointer)
    .split("/")
    .map((segment, at) => (at === 0 || segment === "*" || names.has(segment) ? segment : "*"))
    .join("/");
}

const known = new WeakMap<Contract, ReadonlySet<string>>();

/** The names that the schemas of a contract have for properties, as pointers write them. */
export function namesIn(contract: Contract): ReadonlySet<string> {
  let names = known.get(contract);
  if (!names) {
    const found = new Set<string>();
    collect(contract.document, found);
    known.set(contract, (names = found));
  }
  return names;
}

function collect(node: Json, found: Set<string>): void {
  if (Array.isArray(node)) for (const item of node as readonly Json[]) collect(item, found);
  if (!isObject(node)) return;
  const named = isObject(node["properties"]) ? Object.keys(node["properties"]) : [];
  const required = Array.isArray(node["required"]) ? (node["required"] as readonly Json[]) : [];
  for (const name of [...named, ...required])
    if (typeof name === "string") found.add(name.replaceAll("~", "~0").replaceAll("/", "~1"));
  for (const value of Object.values(node)) collect(value as Json, found);
}
