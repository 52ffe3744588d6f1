import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { parse } from "yaml";
import type { Verdict } from "../../../compat/index.ts";
import type { Contract, Json, JsonObject } from "../../../contracts/index.ts";
import { compileInMemory } from "../contracts/in-memory.ts";

/** A case of a rule's fixture: two versions of a schema, of paths or of a whole document, and the rules that fire. */
export interface RuleCase {
  readonly description: string;
  readonly direction?: "request" | "response";
  readonly base?: Json;
  readonly revision?: Json;
  /** Instead of schemas: the `paths` of two documents. */
  readonly document?: { readonly base: Json; readonly revision: Json };
  /** Instead of both: members of the two documents. */
  readonly whole?: { readonly base: JsonObject; readonly revision: JsonObject };
  readonly expect: readonly string[];
  readonly verdict?: Verdict;
}

const folder = new URL("../../../fixtures/compat/", import.meta.url);

/** Cases of all rules, by rule id. Throws on an unknown direction, which would count as a response. */
export function ruleCases(from: URL = folder): ReadonlyMap<string, readonly RuleCase[]> {
  const files = readdirSync(from).filter((name) => name.endsWith(".yaml"));
  return new Map(
    files.map((name) => [basename(name, ".yaml"), casesIn(name, readFileSync(new URL(name, from), "utf8"))]),
  );
}

function casesIn(file: string, text: string): readonly RuleCase[] {
  const cases = parse(text) as readonly RuleCase[];
  for (const { description, direction } of cases) {
    if (direction === undefined || direction === "request" || direction === "response") continue;
    throw new Error(`Unknown direction "${String(direction)}" in ${file}, case "${description}"`);
  }
  return cases;
}

/** Compiles the contracts of a case. */
export function caseContracts({
  document,
  whole,
  direction,
  base,
  revision,
}: RuleCase): readonly [[Contract], [Contract]] {
  if (whole) return [[compileInMemory(whole.base)], [compileInMemory(whole.revision)]];
  const paths = document ?? { base: pathsOf(direction, base), revision: pathsOf(direction, revision) };
  return [[compileInMemory({ paths: paths.base })], [compileInMemory({ paths: paths.revision })]];
}

function pathsOf(direction: "request" | "response" | undefined, schema: Json = true): Json {
  const content = { "application/json": { schema } };
  const operation =
    direction === "request"
      ? { requestBody: { content }, responses: {} }
      : { responses: { "200": { description: "Fine", content } } };
  return { "/things": { post: operation } };
}
