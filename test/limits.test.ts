import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/limits.md"), "utf8");

/** Rows of the page, and the constant that each states. */
const constants: readonly (readonly [limit: string, constant: string, file: string])[] = [
  ["size of one file or answer", "MAX_BYTES", "contracts/parsing/read-bounded.ts"],
  ["size of all files of a document together", "MAX_TOTAL_BYTES", "contracts/openapi/bundling/read.ts"],
  ["values of a document: objects, lists, texts, numbers", "MAX_VALUES", "contracts/parsing/bounds.ts"],
  ["levels of nesting", "MAX_LEVELS", "contracts/parsing/bounds.ts"],
  ["characters of a pointer into a document", "MAX_POINTER", "contracts/parsing/bounds.ts"],
  ["parameters in a path", "MAX_PARAMETERS", "contracts/model/template.ts"],
  ["paths, with the base paths of the servers", "MAX_PATHS", "contracts/openapi/base-paths.ts"],
  [
    "parts of operations, those that references share counted each time",
    "MAX_PARTS",
    "contracts/openapi/node-reader.ts",
  ],
  ["steps of all overlays", "MAX_STEPS", "contracts/openapi/overlay.ts"],
  ["tokens of a GraphQL schema", "MAX_TOKENS", "contracts/graphql/schema.ts"],
  ["redirects of a URL", "MAX_REDIRECTS", "contracts/sources/web-files.ts"],
  ["milliseconds for one URL", "TIMEOUT_MILLISECONDS", "contracts/sources/web-files.ts"],
  ["steps of a regular expression on one text", "MAX_STEPS", "contracts/patterns/work.ts"],
  [
    "milliseconds for the command that prints a token",
    "TOKEN_COMMAND_MILLISECONDS",
    "conformance/credentials/token-command.ts",
  ],
  ["attempts of a webhook delivery", "MAX_ATTEMPTS", "mock/deliveries/retry.ts"],
  [
    "milliseconds before the second attempt; each later wait is twice as long",
    "FIRST_DELAY_MILLISECONDS",
    "mock/deliveries/retry.ts",
  ],
  ["bytes of the state of an organization, unless it is set", "STATE_BYTES", "mock/state/state-limit.ts"],
  ["tokens of a GraphQL query", "MAX_TOKENS", "mock/graphql/limits.ts"],
  ["depth of a GraphQL query, unless it is set", "DEFAULT_DEPTH", "mock/graphql/limits.ts"],
  ["cost of a GraphQL query, unless it is set", "DEFAULT_COST", "mock/graphql/limits.ts"],
  ["milliseconds for an answer of `/_concord/ready` with state in PostgreSQL", "LIMIT_MS", "mock/platform/health.ts"],
  ["connections to PostgreSQL, of each of two pools", "POOL_SIZE", "mock/postgres/pools.ts"],
];

describe("docs/limits.md", () => {
  const rows = new Map([...page.matchAll(/^\| ([^|]+) \| (\d[^|]*) \|$/gm)].map(([, limit, most]) => [limit, most]));

  it.each(constants)("states the %s as %s does", (limit, constant, file) => {
    const [amount = "", unit] = rows.get(limit)?.replaceAll(",", "").split(" ") ?? [];
    expect(valueOfConstant(constant, file)).toBe(Number(amount) * (unit === "MiB" ? 2 ** 20 : 1));
  });

  it("has no other rows", () => {
    expect([...rows.keys()]).toEqual(constants.map(([limit]) => limit));
  });
});

/** Product that is written in a file as the value of a constant. */
function valueOfConstant(constant: string, file: string): number {
  const text = readFileSync(join(root, file), "utf8");
  const written = new RegExp(`const ${constant} = ([^;]+);`).exec(text)?.[1] ?? "";
  const factors = written
    .replace("MAX_BYTES", String(64 * 2 ** 20))
    .replaceAll("_", "")
    .split(" * ");
  return factors.map(Number).reduce((product, factor) => product * factor);
}
