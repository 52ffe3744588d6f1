import { describe, expect, it } from "vitest";
import type { Contract } from "../contracts/index.ts";
import { pairContracts } from "./match-contracts.ts";

const contract = (file: string, api: string, title = api): Contract =>
  ({ kind: "openapi", file, api, title }) as Contract;

function pairs(base: readonly Contract[], revision: readonly Contract[]): (string | undefined)[][] {
  return pairContracts(base, revision).map((pair) => [pair.base?.file, pair.revision?.file]);
}

describe("pairContracts()", () => {
  it("takes the only contract of each side for one API", () => {
    expect(pairs([contract("a.yaml", "a")], [contract("b.yaml", "b")])).toEqual([["a.yaml", "b.yaml"]]);
  });

  it("goes by the name of the API, wherever the files are", () => {
    const base = [contract("git:main:apis/a/openapi.yaml", "a"), contract("git:main:apis/b/openapi.yaml", "b")];
    const revision = [contract("b/openapi.json", "b"), contract("new/a/openapi.yaml", "a")];

    expect(pairs(base, revision)).toEqual([
      ["git:main:apis/a/openapi.yaml", "new/a/openapi.yaml"],
      ["git:main:apis/b/openapi.yaml", "b/openapi.json"],
    ]);
  });

  it("goes by the path where several have one name", () => {
    const base = [contract("x/pets/v1.yaml", "v1"), contract("x/shops/v1.yaml", "v1")];
    const revision = [contract("y/shops/v1.yaml", "v1"), contract("y/pets/v1.yaml", "v1")];

    expect(pairs(base, revision)).toEqual([
      ["x/pets/v1.yaml", "y/pets/v1.yaml"],
      ["x/shops/v1.yaml", "y/shops/v1.yaml"],
    ]);
  });

  it("goes by the title where a file was renamed, and leaves alone what is like nothing or like several", () => {
    const base = [contract("a.yaml", "a", "Pets"), contract("b.yaml", "b", "API"), contract("c.yaml", "c", "API")];
    const revision = [contract("p.yaml", "p", "Pets"), contract("q.yaml", "q", "API")];

    expect(pairs(base, revision)).toEqual([
      ["a.yaml", "p.yaml"],
      ["b.yaml", undefined],
      ["c.yaml", undefined],
      [undefined, "q.yaml"],
    ]);
  });
});
