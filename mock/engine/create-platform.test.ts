import { describe, expect, it } from "vitest";
import {
  type RequestOptions,
  type ParsedResponse,
  ask,
  fixture,
  ownPlatform,
  platformOf,
  platformServing,
} from "../../test/support/mock/ask.ts";
import { createMemoryStore } from "../index.ts";
import type { Store } from "../index.ts";

const isProblem = (status: number) => ({
  status,
  headers: { "content-type": "application/problem+json", "concord-basis": "assumed" },
  value: { type: "about:blank", status },
});

describe("a request to an unknown path", () => {
  it("is refused with 404 and the nearest operation", async () => {
    const response = await ask(await ownPlatform(), "GET /v1/entity/schemas/contact/heads?x=1");

    expect(response).toMatchObject(isProblem(404));
    expect(response.value).toMatchObject({
      title: "Not Found",
      detail:
        'No operation has the path "/v1/entity/schemas/contact/heads"; ' +
        "the nearest is GET /v1/entity/schemas/{slug}/head",
      instance: "/v1/entity/schemas/contact/heads",
    });
  });

  it.each([
    ["/v1/note", "GET /v1/notes"],
    ["/v1/noets", "GET /v1/notes"],
    ["/v1/entitty/schemas/contact/head", "GET /v1/entity/schemas/{slug}/head"],
    ["/v1//notes", "GET /v1/notes"],
    ["/v1/entity/schema/contact/head", "GET /v1/entity/schemas/{slug}/head"],
  ])("is refused with a similar path as a hint: %s", async (path, near) => {
    const { value } = await ask(await ownPlatform(), `GET ${path}`);

    expect(value.detail).toBe(`No operation has the path "${path}"; the nearest is ${near}`);
  });

  it("is refused without a hint if no path is similar, and needs no credentials", async () => {
    const { value } = await ask(await platformOf("library"), "GET /nowhere", { token: "" });

    expect(value.detail).toBe('No operation has the path "/nowhere"');
  });
});

describe("the limits of a request", () => {
  const create = async (options: { valueLimit?: number }) =>
    ask(await platformOf("library", options), "POST /books", { body: { title: "Emma", notes: Array(20).fill(1) } });

  it("are those of the options", async () => {
    expect((await create({ valueLimit: 10 })).status).toBe(413);
    expect((await create({})).status).not.toBe(413);
  });

  it("must be whole numbers", async () => {
    await expect(create({ valueLimit: 0.5 })).rejects.toThrow('Cannot keep "0.5" values of a body');
  });
});

describe("a request with a method that its path does not have", () => {
  it("is refused with 405 and the methods of the path", async () => {
    const response = await ask(await platformOf("library"), "POST /books/b1");

    expect(response).toMatchObject({ status: 405, headers: { "content-type": "application/problem+json" } });
    expect(response.headers["allow"]).toBe("DELETE, GET, HEAD, PATCH, PUT");
    expect(response.value.detail).toBe("/books/b1 has no POST, only DELETE, GET, HEAD, PATCH, PUT");
  });

  it("is not refused if the method is OPTIONS", async () => {
    const response = await ask(await platformOf("library"), "OPTIONS /books", { token: "" });

    expect(response).toMatchObject({
      status: 204,
      headers: { allow: "GET, HEAD, POST" },
      text: "",
    });
  });
});

describe("HEAD", () => {
  it.each(["/books", "/books/none", "/nowhere", "/books?limit=many"])(
    "responds to %s as GET does, without the body but with its length",
    async (path) => {
      const platform = await platformOf("library");
      const [get, head] = [await ask(platform, `GET ${path}`), await ask(platform, `HEAD ${path}`)];
      const length = String(Buffer.byteLength(get.text));

      expect(get.text).not.toBe("");
      expect(head).toEqual({
        ...get,
        headers: { ...get.headers, "content-length": length },
        text: "",
        value: undefined,
      });
    },
  );
});

describe("organizations", () => {
  it("have separate states, and a reset clears only one", async () => {
    const platform = await platformOf("library");
    for (const token of ["mock-acme", "mock-globex"])
      await ask(platform, "POST /books", { token, body: { title: "A" } });
    await platform.organization("acme").reset();
    const totals = async (token: string): Promise<number> => (await ask(platform, "GET /books", { token })).value.total;

    expect([await totals("mock-acme"), await totals("mock-globex"), await totals("mock-new")]).toEqual([0, 1, 0]);
  });

  it("generate the same bytes again after a reset", async () => {
    const platform = await platformOf("library");
    const create = async (): Promise<ParsedResponse> => ask(platform, "POST /books", { body: { title: "A" } });
    const first = await create();
    await platform.organization("acme").reset();

    expect(await create()).toEqual(first);
  });
});

describe("Concord-Basis", () => {
  it.each<[string, string, RequestOptions?]>([
    ["stated", "GET /v1/entity/schemas"],
    ["assumed", "GET /v2/metering/meters"],
    ["assumed", "GET /v1/entity/schemas/contact/head"],
    ["assumed", "GET /v1/entity/schemas?", { token: "" }],
    ["assumed", "GET /nowhere"],
    ["assumed", "DELETE /v1/entity/schemas"],
    ["assumed", "OPTIONS /v1/entity/schemas"],
    ["assumed", "GET /_concord"],
  ])("is %s for %s", async (basis, line, asked) => {
    expect((await ask(await ownPlatform(), line, asked)).headers["concord-basis"]).toBe(basis);
  });

  it("is the basis of the response, not of the operation: a stated 409 beside an assumed 400", async () => {
    const platform = await ownPlatform({ strictAssumed: true });
    const put = (query: string): Promise<ParsedResponse> =>
      ask(platform, `PUT /v1/entity/schemas/contact${query}`, { body: {} });

    expect(await put("?base_version=7")).toMatchObject({ status: 409, headers: { "concord-basis": "stated" } });
    expect(await put("?base_version=x")).toMatchObject({ status: 400, headers: { "concord-basis": "assumed" } });
  });

  it.each(["GET /books", "GET /books/none", "GET /nowhere", "DELETE /books", "OPTIONS /books"])(
    "is absent for a document without markers: %s",
    async (line) => {
      expect((await ask(await platformOf("library"), line)).headers).not.toHaveProperty("concord-basis");
    },
  );

  it("is stated in the journal for the documented statuses of a document without markers", async () => {
    const platform = await platformOf("library");
    for (const line of ["GET /books", "GET /books?limit=many", "GET /nowhere"]) await ask(platform, line);
    const entries = platform.organization("acme").journal.entries();

    expect(entries.map(({ status, basis }) => [status, basis])).toEqual([
      [200, "stated"],
      [400, "assumed"],
      [404, "assumed"],
    ]);
  });
});

describe("statedOnly", () => {
  it("refuses assumed operations with 501, and serves stated ones", async () => {
    const platform = await ownPlatform({ statedOnly: true });
    const assumed = await ask(platform, "GET /v2/metering/meters");

    expect(assumed).toMatchObject(isProblem(501));
    expect(assumed.value.detail).toBe(
      "GET /v2/metering/meters is assumed: the specification does not show it, and only stated operations are served",
    );
    expect((await ask(platform, "GET /v1/entity/schemas")).status).toBe(200);
  });
});

describe("an exception in the mock", () => {
  const failing = (fault: unknown): Partial<Store> => ({
    read: () => {
      throw fault;
    },
    list: () => Promise.reject(fault as Error),
  });

  it.each([new Error("The disk is full"), "The disk is full"])("results in a 500 response: %s", async (fault) => {
    const platform = await platformOf("library", { store: { ...createMemoryStore(), ...failing(fault) } });

    for (const line of ["GET /books/b1", "GET /books"]) {
      const response = await ask(platform, line);
      expect(response).toMatchObject(isProblem(500));
      expect(response.value.detail).toBe("The mock failed: The disk is full");
    }
  });

  it.each([null, undefined])("results in a 500 response also if the thrown value is %s", async (fault) => {
    const platform = await platformOf("library", { store: { ...createMemoryStore(), ...failing(fault) } });

    expect(await ask(platform, "GET /books/b1")).toMatchObject(isProblem(500));
  });

  it("does not stop the mock after a body that is nested too deep", async () => {
    const platform = await ownPlatform();
    const body = `{"deep":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
    const deep = await ask(platform, "POST /v1/entity/contact", { body });

    expect(deep.headers["concord-basis"]).toBe("assumed");
    expect(deep.status).toBeGreaterThanOrEqual(400);
    expect((await ask(platform, "POST /v1/entity/contact", { body: {} })).status).toBe(201);
  });
});

describe("the mock", () => {
  it("describes itself and its APIs", async () => {
    expect((await ask(await ownPlatform(), "GET /_concord", { token: "" })).value).toEqual({
      concord: "mock",
      apis: expect.arrayContaining(["entity", "metering", "webhooks"]),
      operations: expect.any(Number),
      strictAssumed: false,
      profile: "platform",
      token: "org_{organization}",
      acceptsAnyCredential: false,
      documents: [],
      links: expect.objectContaining({ "/_concord/reference": "Documentation of the contracts" }),
    });
    expect((await ask(await platformOf("library"), "GET /_concord", { token: "" })).value).toMatchObject({
      profile: "default",
      token: "mock-{organization}",
      acceptsAnyCredential: true,
    });
  });

  it("lists operations that are hidden by others", async () => {
    const library = await fixture("library");
    const { shadowed, routes } = platformServing([library, library]);

    expect(shadowed.map(({ name }) => name)).toEqual(library.operations.map(({ name }) => name));
    expect(routes).toHaveLength(2 * library.operations.length);
  });
});

describe("the seed", () => {
  it("determines generated ids", async () => {
    const idOf = async (seed: string): Promise<string> =>
      (await ask(await platformOf("library", { seed }), "POST /books", { body: { title: "A" } })).value.id;

    expect(await idOf("one")).toBe(await idOf("one"));
    expect(await idOf("one")).not.toBe(await idOf("two"));
  });
});
