import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { loadContract } from "../loading/load.ts";
import type { Contract, Problem } from "../model/contract.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { join, splitPointer } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { isConstraint } from "../schema/keywords/index.ts";
import { type Form, type ObjectKind, memberForms } from "../schema/member-forms.ts";

const scratch = createScratch();

/** Place of one object of each kind, in a document that has nothing else. */
const places: Readonly<Record<ObjectKind, string>> = {
  document: "",
  info: "/info",
  contact: "/info/contact",
  license: "/info/license",
  server: "/servers/0",
  serverVariable: "/servers/0/variables/v",
  tag: "/tags/0",
  externalDocs: "/externalDocs",
  securityRequirement: "/paths/~1a/get/security/0",
  components: "/components",
  pathItem: "/paths/~1a",
  operation: "/paths/~1a/get",
  callback: "/paths/~1a/get/callbacks/c",
  parameter: "/paths/~1a/get/parameters/0",
  header: "/paths/~1a/get/responses/200/headers/H",
  requestBody: "/paths/~1a/get/requestBody",
  mediaType: "/paths/~1a/get/responses/200/content/text~1plain",
  encoding: "/paths/~1a/get/requestBody/content/multipart~1form-data/encoding/e",
  response: "/paths/~1a/get/responses/200",
  example: "/components/examples/E",
  link: "/components/links/L",
  securityScheme: "/components/securitySchemes/K",
  oauthFlows: "/components/securitySchemes/K/flows",
  oauthFlow: "/components/securitySchemes/K/flows/implicit",
  schema: "/components/schemas/S",
  discriminator: "/components/schemas/S/discriminator",
  xml: "/components/schemas/S/xml",
  deprecation: "/paths/~1a/get/x-deprecated",
  publication: "/paths/~1a/get/x-published",
  removal: "/x-removed/~1b",
};

/** Values of which each form rejects some. */
const values: readonly Json[] = [
  null,
  true,
  1,
  "true",
  "yes",
  [],
  [[]],
  ["a"],
  {},
  { a: 1 },
  { a: [] },
  { $ref: "#/x" },
];

const checked = Object.entries(memberForms).flatMap(([kind, members]) =>
  Object.entries(members)
    .filter(([name]) => name !== "openapi" && !(kind === "schema" && isConstraint(name)))
    .map(([name, form]) => [kind as ObjectKind, name === "*" ? "any" : name, form] as const),
);

/** Document with a value at a pointer. Objects and lists on the way are made. */
function documentWith(pointer: string, value: Json): JsonObject {
  const place = (tokens: readonly string[]): Json => {
    const [first, ...others] = tokens;
    if (first === undefined) return value;
    return /^\d$/.test(first) ? [place(others)] : { [first]: place(others) };
  };
  return place(splitPointer(pointer)) as JsonObject;
}

function misformedIn({ problems }: Contract): Problem[] {
  return problems.filter(({ code }) => code.startsWith("misformed-") || code === "empty-member");
}

describe("the form of a member", () => {
  it.each(checked)("is checked in a document of OpenAPI 3: %s, %s", (kind, name, form) => {
    const pointer = join(places[kind], name);
    const rejected = values.filter((value) => !form.accepts(value));

    for (const value of rejected) {
      const [problem] = misformedIn(compileInMemory({ openapi: "3.0.3", ...documentWith(pointer, value) }));
      expect([value, problem?.at.pointer]).toEqual([value, pointer]);
    }
    for (const value of values.filter((each) => form.accepts(each) && !isHolder(form, each)))
      expect(misformedIn(compileInMemory({ openapi: "3.0.3", ...documentWith(pointer, value) }))).toEqual([]);
    expect(rejected.length > 0 || form.words === "any value").toBe(true);
  });

  /** True for a list or an object whose own members may have faults. */
  function isHolder({ kind, each, holds }: Form, value: Json): boolean {
    return (kind !== undefined || each !== undefined || holds !== "value") && (Array.isArray(value) || isObject(value));
  }

  it.each([
    ["required", "true", "write true without quotes"],
    ["explode", "False", "write false without quotes"],
    ["deprecated", "yes", "YAML 1.2 reads yes as a text"],
  ])("is told with a remedy: %s of %j", (name, value, remedy) => {
    const parameter = { name: "q", in: "query", schema: {}, [name]: value };
    const contract = compileInMemory({ paths: { "/a": { get: { parameters: [parameter], responses: {} } } } });

    expect(misformedIn(contract).map(({ message }) => message)).toEqual([
      `Cannot use "${name}": "${value}" is not true or false; ${remedy}`,
    ]);
  });

  it.each(Object.entries(places).filter(([kind]) => kind !== "document" && kind !== "schema" && kind !== "components"))(
    "is checked for a reference that is a list: %s",
    (_, pointer) => {
      const value = { $ref: ["#/components/schemas/S"] };
      const found = misformedIn(compileInMemory({ openapi: "3.0.3", ...documentWith(pointer, value) }));

      expect(found.map(({ at }) => at.pointer)).toEqual([expect.stringMatching(pointer) as string]);
    },
  );

  it("is asked of extensions beside a reference, because they are read there", () => {
    const response = { $ref: "#/components/responses/R", "x-assumed": [], description: 7 };
    const contract = compileInMemory({
      paths: { "/a": { get: { responses: { 200: response } } } },
      components: { responses: { R: { description: "d" } } },
    });

    expect(misformedIn(contract).map(({ at }) => at.pointer)).toEqual(["/paths/~1a/get/responses/200/x-assumed"]);
  });

  it("is not asked of extensions of others, unknown members and values of users", () => {
    const open = { "x-a": null, unknown: [1], example: { required: "true" }, default: { deprecated: "yes" } };
    const parameter = { name: "q", in: "query", schema: { ...open, enum: [{ nullable: "true" }] }, ...open };
    const contract = compileInMemory({
      "x-a": 1,
      unknown: null,
      paths: { "/a": { "x-a": "", get: { parameters: [parameter], responses: { "x-a": 1 }, ...open } } },
    });

    expect(misformedIn(contract)).toEqual([]);
  });

  it.each([
    ["/paths/~1a/get/parameters", { a: 1 }],
    ["/paths/~1a/get/consumes", "text/plain"],
    ["/paths/~1a/get/schemes", "https"],
    ["/parameters/P/collectionFormat", "CSV"],
    ["/paths/~1a/get/responses", []],
    ["/host", 1],
    ["/definitions", []],
    ["/securityDefinitions", ["a"]],
    ["/security", null],
    ["/x-published", 7],
    ["/paths/~1a/get/x-sunset", { date: "2030-01-01" }],
    ["/paths/~1a/get/responses/200/$ref", ["#/responses/R"]],
    ["/securityDefinitions/K/flow", "code"],
    ["/definitions/S/x-extensible-enum", "a"],
    ["/paths/~1a/get/parameters/0", "a"],
    ["/parameters/P/$ref", ["#/parameters/Q"]],
  ])("is checked in a document of OpenAPI 2.0: %s", async (pointer, value) => {
    const planted = documentWith(pointer, value);
    const isParameter = pointer.endsWith("collectionFormat");
    const parameter = { name: "q", in: "query", type: "array", items: { type: "string" }, collectionFormat: value };
    const document = {
      swagger: "2.0",
      info: { title: "A", version: "1" },
      paths: {},
      ...(isParameter ? { parameters: { P: parameter } } : planted),
    };
    const contract = await loadContract(scratch.write({ "openapi.json": document }));

    expect(misformedIn(contract).map(({ at }) => at.pointer)).toContain(pointer);
  });
});
