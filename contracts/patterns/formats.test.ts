import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { parseAst } from "rolldown/parseAst";
import { expect, it } from "vitest";
import { getAcceptor, compileGenerated } from "../index.ts";
import { isProvablyLinear } from "./ambiguity.ts";
import { expressionsIn } from "../../test/support/contracts/expressions.ts";
import { parsePattern } from "./syntax.ts";

it('formats leave only "url" to our own engine, because its expression is not linear', () => {
  const file = createRequire(import.meta.url).resolve("ajv-formats/dist/formats.js");
  const expressions = expressionsIn(parseAst(readFileSync(file, "utf8"), { sourceType: "script" } as object));
  const slow = expressions.filter((expression) => {
    const parsed = parsePattern(expression);
    return !parsed || !isProvablyLinear(parsed, { paths: 256, steps: 1_000_000 });
  });

  expect(expressions.length).toBeGreaterThan(15);
  // The expression of "byte" reads each line only once. The format "url" uses our own engine.
  expect(slow.map(({ source }) => source.slice(0, 20))).toEqual(["^(?:[A-Za-z0-9+/]{4}", "^(?:https?|ftp):\\/\\/"]);
});

it(`the format "url" validates a URL for which the library's expression takes very long`, () => {
  const schemas = { Url: { type: "string", format: "url" } };
  const contract = compileGenerated(
    { openapi: "3.1.0", paths: {}, components: { schemas } },
    { api: "a", file: "a.json" },
  );
  const accepts = getAcceptor(contract, "/components/schemas/Url", "request");

  expect(accepts(`http://${":".repeat(100_000)}`)).toBe(false);
  expect(accepts("https://user:pass@example.com:8080/a?b#c")).toBe(true);
});
