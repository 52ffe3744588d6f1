import { expect } from "vitest";
import { type Contract, type Json, loadPlatform, splitPointer, valueAt } from "../../contracts/index.ts";
import { compileContract } from "../../contracts/openapi/compile.ts";
import type { Draft } from "../../contracts/openapi/draft.ts";
import type { Claim } from "./row.ts";
import { trace } from "./trace.ts";

const platform = await loadPlatform();

/** A planted fault: document, pointer, new value (undefined removes the node), and the claims that then fail. */
export type Fault = readonly [
  what: string,
  api: string,
  pointer: string,
  value: Json | undefined,
  missing: readonly string[],
];

/** Missing parts in a trace, each once. */
export function missingFrom(contracts: readonly Contract[], claims?: readonly Claim[]): string[] {
  const traced = claims ? trace(contracts, [{ section: "1", row: "", claims }]) : trace(contracts);
  return [...new Set(traced.flatMap(({ missing }) => missing))];
}

/** The platform with one document changed at a pointer. An undefined value removes the node. */
export function changed(api: string, pointer: string, value: Json | undefined): Contract[] {
  const contract = platform.find((one) => one.api === api) as Contract;
  const document = structuredClone(contract.document);
  const parent = valueAt(document, pointer.slice(0, pointer.lastIndexOf("/"))) as Record<string, Json>;
  const key = splitPointer(pointer).at(-1) as string;
  expect(parent[key]).not.toEqual(value);
  if (value === undefined) delete parent[key];
  else parent[key] = value;
  const { kind, file } = contract;
  const origins = contract.origins as Draft["origins"];
  const revised = compileContract({ kind, api, file, document, origins, problems: [] });
  return platform.map((one) => (one === contract ? revised : one));
}
