import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { fixture, ownContracts } from "../../test/support/mock/ask.ts";
import {
  type Contract,
  type Json,
  type JsonObject,
  hasMarkers,
  isObject,
  rewriteTree,
  valueAt,
} from "../../contracts/index.ts";
import { decorateDocument } from "./decorate-document.ts";

const own = (await ownContracts()).filter(({ kind }) => kind === "openapi");
const unmarked = (
  await Promise.all(
    readdirSync(new URL("../../fixtures/mock/", import.meta.url))
      .filter((name) => name.endsWith(".yaml"))
      .map((name) => fixture(name.replace(".yaml", ""))),
  )
).filter(({ document }) => !hasMarkers(document));

describe("the laws of a decorated document", () => {
  it.each(own.map((contract) => [contract.api, contract] as const))(
    "%s differs in descriptions and badges only",
    (_, contract) => {
      expect(withoutNotes(decorateDocument(contract))).toEqual(withoutNotes(contract.document));
    },
  );

  it.each(own.map((contract) => [contract.api, contract] as const))(
    "%s has one badge per operation with its basis",
    (_, contract) => {
      const document = decorateDocument(contract);

      for (const { pointer, basis, section } of [...contract.operations, ...contract.webhooks])
        expect(badgesAt(document, pointer), pointer).toEqual([basis === "stated" ? `stated in ${section}` : "assumed"]);
    },
  );

  it.each(unmarked.map((contract) => [contract.api, contract] as const))(
    "%s, which has no markers, gets no badge and no word on its basis",
    (_, contract) => {
      const document = decorateDocument(contract);

      expect(withoutNotes(document)).toEqual(withoutNotes(contract.document));
      expect(JSON.stringify(document)).not.toContain('"x-badges"');
      expect(Object.values(textsOf(contract)).filter((text) => /stated|assumed/i.test(String(text)))).toEqual([]);
    },
  );

  it("would catch a planted change of the interface, and a planted badge", () => {
    const { document, operations } = own.find(({ api }) => api === "entity") as Contract;
    const planted = rewriteTree(document, "document", (node) =>
      node["operationId"] === "putSchema" ? { ...node, deprecated: true, "x-badges": [{ name: "stated" }] } : node,
    );
    const { pointer } = operations.find(({ id }) => id === "putSchema") as { pointer: string };

    expect(withoutNotes(planted)).not.toEqual(withoutNotes(document));
    expect(badgesAt(planted, pointer)).toEqual(["stated"]);
  });
});

describe("the description of an operation", () => {
  it("begins with the reason of an assumption", () => {
    const get = { "x-assumed": "Names like a_b, *c and <d> are not shown", description: "All of them." };

    expect(changedDescriptions({ paths: { "/pets": { get } } })).toEqual({
      "/paths/~1pets/get": String.raw`*Assumed: Names like a_b, \*c and \<d\> are not shown.*` + "\n\nAll of them.",
    });
  });

  it("describes its deprecation and sunset, with and without markers", () => {
    const get = {
      deprecated: true,
      "x-deprecated": { date: "2026-01-31", reason: "Pets come and go", replacement: "listCats" },
      "x-sunset": "2027-01-31",
    };
    const text =
      "*Deprecated since 2026-01-31: Pets come and go. Use `listCats` instead. Stops working on 2027-01-31.*";

    expect(changedDescriptions({ paths: { "/pets": { get } } })).toEqual({ "/paths/~1pets/get": text });
    expect(changedDescriptions({ paths: { "/pets": { get: { ...get, "x-spec": "4" } } } })).toEqual({
      "/paths/~1pets/get": text,
    });
  });

  it("marks an assumed reason of a deprecation", () => {
    const get = {
      "x-spec": "4",
      deprecated: true,
      "x-deprecated": { reason: "Slow.", "x-assumed": "Why is not shown" },
    };

    expect(changedDescriptions({ paths: { "/pets": { get } } })).toEqual({
      "/paths/~1pets/get": "*Deprecated: Slow. Assumed: Why is not shown.*",
    });
  });
});

describe("the badges of an operation", () => {
  it("follow the badges of the document", () => {
    const get = { "x-spec": "4", "x-badges": [{ name: "beta" }] };

    expect(badgesAt(decorate({ paths: { "/pets": { get } } }), "/paths/~1pets/get")).toEqual(["beta", "stated in 4"]);
  });

  it("are added to callbacks and referenced paths, too", () => {
    const document = decorate({
      "x-spec": "1",
      paths: {
        "/pets": { $ref: "#/components/pathItems/Pets" },
        "/dogs": { post: { callbacks: { told: { "{$url}": { post: { "x-assumed": "Not shown" } } } } } },
      },
      components: { pathItems: { Pets: { "x-spec": "2", get: {} } } },
    });

    expect(badgesAt(document, "/components/pathItems/Pets/get")).toEqual(["stated in 2"]);
    expect(badgesAt(document, "/paths/~1dogs/post/callbacks/told/{$url}/post")).toEqual(["assumed"]);
  });
});

describe("a part whose basis differs from that of its parent", () => {
  const assumed = { "x-assumed": "Not shown" };
  const stated = { "x-spec": "2.6" };

  it.each<[string, JsonObject, Record<string, string>]>([
    [
      "a parameter",
      { parameters: [{ ...stated, name: "a", in: "query", description: "How many." }] },
      { "/parameters/0": "How many.\n\n*Stated in section 2.6.*" },
    ],
    [
      "the type of a parameter",
      { parameters: [{ name: "a", in: "query", schema: { ...assumed, type: "string" } }] },
      { "/parameters/0": "*Type assumed: Not shown.*" },
    ],
    ["a response", { responses: { 200: { ...assumed, description: "Fine." } } }, okResponse("Assumed: Not shown.")],
    ["a body", operationAnswering({ ...assumed, type: "string" }), okResponse("Body assumed: Not shown.")],
    [
      "the items of a body",
      operationAnswering({ type: "array", items: stated }),
      okResponse("Items stated in section 2.6."),
    ],
    [
      "a header",
      { responses: { 200: { headers: { A: assumed } } } },
      { "/responses/200/headers/A": "*Assumed: Not shown.*" },
    ],
    ["a property", operationAnswering({ properties: { a: assumed } }), at("/properties/a", "Assumed: Not shown.")],
    [
      "a property below one that says so already",
      operationAnswering({ properties: { a: { ...assumed, properties: { b: assumed, c: { "x-spec": "4" } } } } }),
      { ...at("/properties/a", "Assumed: Not shown."), ...at("/properties/a/properties/c", "Stated in section 4.") },
    ],
    [
      "the properties of a part that is merged",
      operationAnswering({ allOf: [{ ...assumed, properties: { a: {}, b: stated } }] }),
      {
        ...at("/allOf/0/properties/a", "Assumed: Not shown."),
        ...at("/allOf/0/properties/b", "Stated in section 2.6."),
      },
    ],
    [
      "a part that is merged and has no properties",
      operationAnswering({ allOf: [{ ...assumed, type: "string" }] }),
      okResponse("In part assumed: Not shown."),
    ],
    [
      "values of a stated enum",
      operationAnswering({ properties: { a: { enum: ["b", "c"], "x-assumed-values": ["c"] } } }),
      at("/properties/a", "Assumed values: `c`."),
    ],
  ])("gets a note on %s", (_, operation, expected) => {
    const texts = changedDescriptions({ paths: { "/pets": { get: { "x-spec": "4", ...operation } } } });

    expect(texts).toEqual(
      Object.fromEntries(Object.entries(expected).map(([pointer, text]) => [`/paths/~1pets/get${pointer}`, text])),
    );
  });

  it("gets a note on a path's parameter, which is shown with each operation", () => {
    const parameters = [{ name: "a", in: "query" }];

    expect(changedDescriptions({ ...assumed, paths: { "/pets": { parameters, get: { "x-spec": "4" } } } })).toEqual({
      "/paths/~1pets/parameters/0": "*Assumed: Not shown.*",
    });
  });

  function okResponse(note: string): Record<string, string> {
    return { "/responses/200": `Fine.\n\n*${note}*` };
  }

  function at(pointer: string, note: string): Record<string, string> {
    return { [`/responses/200/content/application~1json/schema${pointer}`]: `*${note}*` };
  }
});

describe("a component", () => {
  it("gets a note by its own marker, which overrides that of the reference", () => {
    expect(
      changedDescriptions({
        paths: {
          "/pets": {
            get: { "x-spec": "4", responses: { 404: { $ref: "#/components/responses/Gone", "x-spec": "5" } } },
          },
        },
        components: { responses: { Gone: { "x-assumed": "Not shown", description: "Gone." } } },
      }),
    ).toEqual({ "/components/responses/Gone": "Gone.\n\n*Assumed: Not shown.*" });
  });

  it("gets no note if only its reference has a marker, or a description that hides that of the component", () => {
    const texts = changedDescriptions({
      paths: {
        "/pets": {
          get: {
            "x-spec": "4",
            ...operationAnswering({
              properties: {
                a: { $ref: "#/components/schemas/Plain", "x-assumed": "Not shown" },
                b: { $ref: "#/components/schemas/Own", description: "Hides." },
                c: { $ref: "#/components/schemas/Plain" },
              },
            }),
          },
        },
      },
      components: {
        schemas: { Plain: { type: "string", description: "Text." }, Own: { "x-spec": "2", description: "Hidden." } },
      },
    });

    expect(texts).toEqual({
      [`${answered}/properties/a`]: "Text.\n\n*Assumed: Not shown.*",
      [`${answered}/properties/b`]: "Hides.\n\n*Stated in section 2.*",
    });
  });

  it("that contains itself gets notes like any other", () => {
    const Tree = { properties: { below: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } };
    const paths = { "/pets": { get: { "x-spec": "4", ...operationAnswering({ $ref: "#/components/schemas/Tree" }) } } };

    expect(changedDescriptions({ paths, components: { schemas: { Tree: { ...Tree, "x-spec": "2" } } } })).toEqual({
      "/paths/~1pets/get/responses/200": "Fine.\n\n*Body stated in section 2.*",
    });
  });

  const answered = "/paths/~1pets/get/responses/200/content/application~1json/schema";
});

describe("removed operations", () => {
  it("are listed after the description, each with its section", () => {
    const document = decorate({
      info: { title: "Pets", version: "1", description: "All of them." },
      "x-removed": { "/dogs": { "x-spec": "2", methods: ["GET", "POST"], description: "Ask for pets" } },
    });

    expect(valueAt(document, "/info/description")).toBe(
      [
        "All of them.",
        "# Removed operations",
        "These operations no longer exist.",
        "- `GET /dogs` Ask for pets. *Stated in section 2.*\n- `POST /dogs` Ask for pets. *Stated in section 2.*",
      ].join("\n\n"),
    );
  });
});

function changedDescriptions(parts: JsonObject): Record<string, Json> {
  return textsOf(compileInMemory(parts));
}

function decorate(parts: JsonObject): JsonObject {
  return decorateDocument(compileInMemory(parts));
}

/** Changed descriptions of a document, by pointer. */
function textsOf(contract: Contract): Record<string, Json> {
  const texts: Record<string, Json> = {};
  rewriteTree(decorateDocument(contract), "document", (node, _, pointer) => {
    const before = valueAt(contract.document, `${pointer}/description`);
    if (node["description"] !== before) texts[pointer] = node["description"] as Json;
    return node;
  });
  return texts;
}

/** Document without descriptions and badges. */
function withoutNotes(document: Json): Json {
  return rewriteTree(document, "document", (node) => {
    const { description: _, "x-badges": __, ...rest } = node;
    return isObject(rest["info"]) ? { ...rest, info: { ...rest["info"], description: "" } } : rest;
  });
}

function badgesAt(document: Json, pointer: string): Json[] {
  const operation = valueAt(document, pointer) as JsonObject;
  return (operation["x-badges"] as readonly JsonObject[]).map(({ name }) => name as Json);
}
