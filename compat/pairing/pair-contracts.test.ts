import { describe, expect, it } from "vitest";
import type { Contract } from "../../contracts/index.ts";
import { pairContracts } from "./pair-contracts.ts";

const contract = (file: string, api: string, title = api, operations: readonly string[] = []): Contract =>
  ({ kind: "openapi", file, api, title, operations: operations.map((name) => ({ name })) }) as unknown as Contract;

const schema = (file: string, fields: readonly string[]): Contract =>
  ({
    kind: "graphql",
    file,
    api: file,
    title: file,
    document: { types: { Query: { fields: Object.fromEntries(fields.map((field) => [field, {}])) } } },
  }) as unknown as Contract;

function pairs(base: readonly Contract[], revision: readonly Contract[]): (string | undefined)[][] {
  return pairContracts(base, revision).map((pair) => [pair.base?.file, pair.revision?.file]);
}

describe("pairContracts()", () => {
  it("pairs the only contracts of both sides", () => {
    expect(pairs([contract("a.yaml", "a")], [contract("b.yaml", "b")])).toEqual([["a.yaml", "b.yaml"]]);
  });

  it("pairs by the name of the API, wherever the files are", () => {
    const base = [contract("git:main:apis/a/openapi.yaml", "a"), contract("git:main:apis/b/openapi.yaml", "b")];
    const revision = [contract("b/openapi.json", "b"), contract("new/a/openapi.yaml", "a")];

    expect(pairs(base, revision)).toEqual([
      ["git:main:apis/a/openapi.yaml", "new/a/openapi.yaml"],
      ["git:main:apis/b/openapi.yaml", "b/openapi.json"],
    ]);
  });

  it("pairs by file path if several APIs have the same name", () => {
    const base = [contract("x/pets/v1.yaml", "v1"), contract("x/shops/v1.yaml", "v1")];
    const revision = [contract("y/shops/v1.yaml", "v1"), contract("y/pets/v1.yaml", "v1")];

    expect(pairs(base, revision)).toEqual([
      ["x/pets/v1.yaml", "y/pets/v1.yaml"],
      ["x/shops/v1.yaml", "y/shops/v1.yaml"],
    ]);
  });

  it("pairs a renamed file by its title, and leaves APIs with no match or several matches unpaired", () => {
    const base = [contract("a.yaml", "a", "Pets"), contract("b.yaml", "b", "API"), contract("c.yaml", "c", "API")];
    const revision = [contract("p.yaml", "p", "Pets"), contract("q.yaml", "q", "API")];

    expect(pairs(base, revision)).toEqual([
      ["a.yaml", "p.yaml"],
      ["b.yaml", undefined],
      ["c.yaml", undefined],
      [undefined, "q.yaml"],
    ]);
  });

  it("pairs by title and file name if several APIs have the same title", () => {
    const side = (folder: string) =>
      ["yaml", "json"].map((ending) => contract(`${folder}/openapi.${ending}`, folder, "Pets"));

    expect(pairs(side("old"), side("new"))).toEqual([
      ["old/openapi.yaml", "new/openapi.yaml"],
      ["old/openapi.json", "new/openapi.json"],
    ]);
  });

  it("pairs swapped files by their titles, and ignores a single contradicting title", () => {
    const side = (titles: Readonly<Record<string, string>>) =>
      Object.entries(titles).map(([api, title]) => contract(`${api}.yaml`, api, title));
    const three = side({ a: "A", b: "B", c: "C" });

    expect(pairs(three, side({ a: "B", b: "A", c: "C" }))).toEqual([
      ["a.yaml", "b.yaml"],
      ["b.yaml", "a.yaml"],
      ["c.yaml", "c.yaml"],
    ]);
    expect(pairs(three, side({ d: "A", a: "B", b: "C" }))).toEqual([
      ["a.yaml", "d.yaml"],
      ["b.yaml", "a.yaml"],
      ["c.yaml", "b.yaml"],
    ]);
    expect(pairs(three, side({ a: "B", b: "New", c: "C" }))).toEqual([
      ["a.yaml", "a.yaml"],
      ["b.yaml", "b.yaml"],
      ["c.yaml", "c.yaml"],
    ]);
  });

  it("pairs by title if another API has the file now, as its operations show", () => {
    const [pets, shop] = [["GET /pets"], ["GET /shop", "GET /carts"]];
    const base = [contract("a.yaml", "a", "Pets", pets), contract("b.yaml", "b", "Shop", shop)];
    const none = [] as readonly string[];

    // An API was removed, and the other one has its file now.
    expect(pairs(base, [contract("a.yaml", "a", "Shop", shop), contract("c.yaml", "c", "New", none)])).toEqual([
      ["a.yaml", undefined],
      ["b.yaml", "a.yaml"],
      [undefined, "c.yaml"],
    ]);
    // The API was moved to another file. An added API has its old file.
    expect(
      pairs(base, [contract("a.yaml", "a", "New", none), contract("c.yaml", "c", "Pets", pets), base[1] as Contract]),
    ).toEqual([
      ["a.yaml", "c.yaml"],
      ["b.yaml", "b.yaml"],
      [undefined, "a.yaml"],
    ]);
    // An API has a new title, and a copy of it has the old title.
    expect(
      pairs(base, [contract("a.yaml", "a", "New", pets), contract("c.yaml", "c", "Pets", pets), base[1] as Contract]),
    ).toEqual([
      ["a.yaml", "a.yaml"],
      ["b.yaml", "b.yaml"],
      [undefined, "c.yaml"],
    ]);
  });

  it("pairs by operations if file and title were renamed, and never pairs different kinds", () => {
    const base = [contract("a.yaml", "a", "Pets", ["GET /pets/{id}", "GET /x"]), contract("b.yaml", "b")];
    const same = contract("p.yaml", "p", "Animals", ["GET /pets/{pet}", "GET /y"]);

    expect(pairs(base, [same, contract("b.yaml", "b")])[0]).toEqual(["a.yaml", "p.yaml"]);
    expect(pairs(base, [{ ...same, kind: "graphql", document: {} }, contract("b.yaml", "b")])[0]).toEqual([
      "a.yaml",
      undefined,
    ]);
  });

  it.each([
    ["the same", ["a", "b"], ["a", "b"], true],
    ["half of the larger", ["a", "b"], ["a", "b", "c", "d"], true],
    ["less than half", ["a", "b"], ["a", "c", "d"], false],
    ["nothing", [], [], false],
  ])("pairs a renamed file by the common parts of the schemas: %s", (_, fromBase, fromRevision, isSame) => {
    const base = [schema("users.graphql", fromBase), schema("shop.graphql", ["z"])];
    const revision = [schema("people.graphql", fromRevision), schema("shop.graphql", ["z"])];

    expect(pairs(base, revision)).toContainEqual(["users.graphql", isSame ? "people.graphql" : undefined]);
    expect(pairs(base, revision)).toContainEqual(["shop.graphql", "shop.graphql"]);
  });

  it("pairs the schema that has most in common, and none if two are equally similar", () => {
    const base = [schema("users.graphql", ["a", "b", "c"]), schema("old.graphql", ["x", "y"])];
    const similar = schema("near.graphql", ["a", "b", "c", "d"]);
    const far = schema("far.graphql", ["a", "b"]);

    expect(pairs(base, [far, similar])[0]).toEqual(["users.graphql", "near.graphql"]);
    expect(pairs(base, [far, similar, schema("twin.graphql", ["a", "b", "c", "d"])])[0]).toEqual([
      "users.graphql",
      undefined,
    ]);
  });
});
