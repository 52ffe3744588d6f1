import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { breachOf } from "../../test/support/contracts/law.ts";
import {
  type RouteMatch,
  type Operation,
  type Router,
  createParameterReader,
  createRouter,
  decodeSegment,
  percentEncode,
  loadPlatform,
  writeParameterText,
} from "../index.ts";
import { parseSegments } from "../model/template.ts";

const platform = await loadPlatform();

/** Paths that are known to confuse routers, in addition to those of the platform. */
const ambiguousContract = compileInMemory({
  paths: Object.fromEntries(
    [
      "/v1/entity/{slug}/{id}:restore",
      "/v3/blueprint-manifest/blueprints/{blueprint_id}:publish-later",
      "/v3/blueprint-manifest/blueprints:publish",
      "/v1/accounts/{sid}.json",
      "/v1/accounts/{sid}/calls/{call}.json",
      "/v1/public/{id}/preview",
      "/v1/public/shared/preview",
      "/v1/public/shared/{id}",
    ].map((path) => [path, { get: {}, post: {} }]),
  ),
});
const operations = [...platform.flatMap((contract) => contract.operations), ...ambiguousContract.operations];

describe("createRouter()", () => {
  it("finds every operation with its parameter values, for all contracts at once", () => {
    expect(breachOf(pathLaw(createRouter(operations)), { numRuns: 2000 })).toBeUndefined();
  });

  it("violates its law if the router decodes before splitting, or uses the first match", () => {
    const router = createRouter(operations);
    const earlyDecodingRouter: Router = {
      ...router,
      match: (method, path) => router.match(method, decodeSegment(path) ?? path),
    };
    const firstMatchRouter: Router = { ...router, match: firstMatch(operations) };

    expect(breachOf(pathLaw(earlyDecodingRouter), { numRuns: 2000 })).toContain("Counterexample");
    expect(breachOf(pathLaw(firstMatchRouter), { numRuns: 2000 })).toContain("Counterexample");
  });

  it("prefers literals to parameters beside text to parameters, segment by segment, in any order of operations", () => {
    expect(
      breachOf(
        precedenceLaw((testOperations) => createRouter(testOperations).match),
        { numRuns: 1000 },
      ),
    ).toBeUndefined();
  });

  it("violates its law of precedence if the router uses the first match", () => {
    expect(breachOf(precedenceLaw(firstMatch), { numRuns: 1000 })).toContain("Counterexample");
  });

  it("can reach each operation of the platform", () => {
    expect(createRouter(operations).shadowed).toEqual([]);
  });

  it("reports shadowed operations", () => {
    const similarOperations = operationsAt("/a/{id}", "/a/{key}", "/a/{id}:go", "/a/b");

    expect(createRouter(similarOperations).shadowed.map(({ path }) => path)).toEqual(["/a/{key}"]);
  });
});

describe("match()", () => {
  const { match } = createRouter([
    ...operationsAt(
      "/contact/{id}",
      "/contact/{id}:restore",
      "/contact/me",
      "/a b/straße",
      "/x/{y}/z",
      "/x/y",
      "/x/y/{z}",
      "/f/{name}.{ending}",
      "/go:now",
      "/{any}",
      "/",
    ),
    ...operationsAt("/contact/{id}").map((operation): Operation => ({ ...operation, method: "DELETE" })),
  ]);

  it.each<[string, string, Record<string, string> | undefined]>([
    ["/contact/a%3Ab:restore", "/contact/{id}:restore", { id: "a%3Ab" }],
    ["/contact/a:b:restore", "/contact/{id}:restore", { id: "a:b" }],
    ["/contact/a%3Arestore", "/contact/{id}", { id: "a%3Arestore" }],
    ["/contact/:restore", "/contact/{id}", { id: ":restore" }],
    ["/contact/a%2Fb", "/contact/{id}", { id: "a%2Fb" }],
    ["/contact/%", "/contact/{id}", { id: "%" }],
    ["/contact/me", "/contact/me", {}],
    ["/contact/m%65", "/contact/me", {}],
    ["/contact/me%3F", "/contact/{id}", { id: "me%3F" }],
    ["/a%20b/stra%C3%9Fe", "/a b/straße", {}],
    ["/go:now", "/go:now", {}],
    ["/go%3Anow", "/{any}", { any: "go%3Anow" }],
    ["/f/a.b.c", "/f/{name}.{ending}", { name: "a.b", ending: "c" }],
    ["/x/y", "/x/y", {}],
    ["/x/y/z", "/x/y/{z}", { z: "z" }],
    ["/x/q/z", "/x/{y}/z", { y: "q" }],
    ["/", "/", {}],
  ])("finds GET %s as %s", (path, template, parameters) => {
    expect(match("GET", path)).toMatchObject({ operation: { path: template }, parameters });
  });

  it.each(["", "/contact/", "/contact/a/b", "/x/y/", "/X/y", "contact/a", "//"])("returns undefined for %j", (path) => {
    expect(match("GET", path)).toBeUndefined();
  });

  it("tries other branches when a literal branch leads to no operation", () => {
    const router = createRouter(operationsAt("/a/b/c", "/a/{x}/d", "/{y}/b/{z}", "/{w}/{x}:go/e"));
    const templateOf = (path: string): unknown =>
      (router.match("GET", path) as { operation?: Operation })?.operation?.path;

    expect(["/a/b/c", "/a/b/d", "/a/b/e", "/a/q:go/e", "/a/q/f"].map(templateOf)).toEqual([
      "/a/b/c",
      "/a/{x}/d",
      "/{y}/b/{z}",
      "/{w}/{x}:go/e",
      undefined,
    ]);
    expect(router.match("GET", "/a/b/e")).toMatchObject({ parameters: { y: "a", z: "e" } });
  });

  it("rejects a segment with many parameters between texts in linear time", () => {
    const path = `/${Array.from({ length: 50 }, (_, index) => `{p${index}}`).join("a")}b`;
    const router = createRouter(operationsAt(path, `/x${"/{y}/a".repeat(40)}`));

    expect(router.match("GET", `/${"a".repeat(8000)}`)).toBeUndefined();
    expect(router.match("GET", `/x${"/a".repeat(8000)}`)).toBeUndefined();
    expect(router.match("GET", `/${"a".repeat(8000)}b`)).toMatchObject({ operation: { path } });
  });

  it("matches a path of thousands of segments, and thousands of operations that differ in their query", () => {
    const deep = "/a".repeat(3900);
    const queries = Array.from({ length: 3000 }, (_, index) => `/q?x${index}=1`);
    const router = createRouter(operationsAt(deep, ...queries));

    expect(router.match("GET", deep)).toMatchObject({ operation: { path: deep } });
    expect(router.match("GET", `/q?${"x=1&".repeat(3000)}x2999=1`)).toMatchObject({
      operation: { path: queries[2999] },
    });
    expect(router.shadowed).toEqual([]);
  });

  it("matches HEAD as GET, and returns the allowed methods for any other method", () => {
    expect(match("HEAD", "/contact/1")).toMatchObject({ operation: { method: "GET" } });
    expect(match("PUT", "/contact/1")).toEqual({ allow: ["DELETE", "GET", "HEAD"] });
    expect(match("DELETE", "/contact/me")).toEqual({ allow: ["GET", "HEAD"] });
    expect(match("get", "/contact/1")).toEqual({ allow: ["DELETE", "GET", "HEAD"] });
  });
});

function operationsAt(...paths: readonly string[]): Operation[] {
  return [...compileInMemory({ paths: Object.fromEntries(paths.map((path) => [path, { get: {} }])) }).operations];
}

/** Values that a path can carry, including difficult ones. */
const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 12 }).map((value) => value.toWellFormed()),
  fc.constantFrom(
    "a:b",
    ":",
    "a/b",
    "%",
    "%3A",
    "a%2Fb:restore",
    "x:publish",
    ".",
    "a.json",
    "é",
    "{id}",
    "?a=b#c",
    " ",
    "a:restore",
  ),
);

/** Law: a path written from an operation and its values matches that operation and these values. */
function pathLaw({ match }: Router): fc.IProperty<[string, string[]]> {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const literals = new Set(operations.flatMap(({ path }) => path.split("/")));
  return fc.property(
    fc.constantFrom(...byName.keys()),
    fc.array(text, { minLength: 5, maxLength: 5 }),
    (name, values) => {
      const operation = byName.get(name) as Operation;
      const parameters = operation.parameters.filter((parameter) => parameter.in === "path");
      const written = parameters.map((parameter, index) =>
        percentEncode(writeParameterText(parameter, values[index] as string)),
      );
      // A value that equals a literal of another path matches that path.
      fc.pre(!written.some((value) => literals.has(value)));
      const path = parameters.reduce(
        (whole, one, index) => whole.replace(`{${one.name}}`, () => written[index] as string),
        operation.path,
      );
      const found = match(operation.method, path) as RouteMatch | undefined;

      expect(found?.operation?.name).toBe(name);
      for (const [index, parameter] of parameters.entries()) {
        const { fromText } = createParameterReader(ambiguousContract, {
          ...parameter,
          schema: { ...parameter.schema, value: { type: "string" } },
        });
        expect(fromText(decodeSegment(found?.parameters[parameter.name] ?? "") ?? "")).toBe(values[index]);
      }
    },
  );
}

function firstMatch(testOperations: readonly Operation[]): Router["match"] {
  return (method, path) => {
    const operation = testOperations.find((one) => one.method === method && patternOf(one.path).test(path));
    const names = [...(operation?.path ?? "").matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string);
    const values = operation ? (patternOf(operation.path).exec(path) ?? []).slice(1) : [];
    return (
      operation && { operation, parameters: Object.fromEntries(names.map((name, n) => [name, values[n] as string])) }
    );
  };
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?()]/g, "\\$&"));
  return new RegExp(`^${parts.join("([^/]+)")}$`);
}

/** Law: of all matching templates, the one with the most literal segments from the left wins. */
function precedenceLaw(
  create: (testOperations: readonly Operation[]) => Router["match"],
): fc.IProperty<[string[], string]> {
  const segment = fc.constantFrom("a", "b", "a:go", "{x}", "{x}:go", "{x}.json", "pre-{x}");
  const templates = fc.uniqueArray(
    fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join("/")}`),
    { minLength: 1, maxLength: 10 },
  );
  const path = fc
    .array(fc.constantFrom("a", "b", "a:go", "c:go", "a.json", "pre-a", "pre-a:go", "pre-c.json", "d"), {
      minLength: 1,
      maxLength: 3,
    })
    .map((segments) => `/${segments.join("/")}`);
  return fc.property(templates, path, (paths, requestPath) => {
    const [best] = paths
      .filter((template) => patternOf(template).test(requestPath))
      .toSorted((one, other) => compare(ranksOf(one), ranksOf(other)));
    const distinct = paths.map((template) => template.replaceAll("/", "-").replaceAll(/\W/g, "_"));
    const testOperations = paths.map((template, index): Operation => ({
      ...(operations[0] as Operation),
      id: distinct[index] as string,
      name: `GET ${template}`,
      method: "GET",
      path: template,
    }));
    const found = create(testOperations)("GET", requestPath) as { operation: Operation } | undefined;

    expect(found?.operation.path).toBe(best);
  });
}

function ranksOf(template: string): number[] {
  return parseSegments(template).map((segment) =>
    segment.kind === "literal" ? 0 : segment.kind === "mixed" ? 100 - segment.literals.join("").length : 200,
  );
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((rank, index) => rank !== other[index]);
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number);
}
