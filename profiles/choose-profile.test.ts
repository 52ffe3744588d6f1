import { describe, expect, it } from "vitest";
import { type Contract, compileGenerated, loadContracts, loadPlatform } from "../contracts/index.ts";
import { chooseProfile } from "./choose-profile.ts";

const profiles = { default: { name: "default" }, platform: { name: "platform" } };

function nameFor(...contracts: readonly Contract[]): string {
  return chooseProfile(profiles, undefined, contracts).name;
}

describe("chooseProfile()", () => {
  it("chooses the platform profile for each bundled document, and the default profile for others", async () => {
    const bundled = await loadPlatform();
    const others = await loadContracts(["fixtures/changelog/base.yaml", "fixtures/contracts/clean.yaml"]);

    expect(new Set(bundled.map(({ kind }) => kind)).size).toBe(2);
    expect(bundled.filter((contract) => nameFor(contract) !== "platform").map(({ file }) => file)).toEqual([]);
    expect(others.map((contract) => nameFor(contract))).toEqual(["default", "default"]);
    expect(nameFor(...others, ...bundled.slice(0, 1))).toBe("platform");
    expect(nameFor()).toBe("default");
  });

  it("reads markers at the top of a document only", () => {
    const of = (document: object) =>
      nameFor(compileGenerated({ openapi: "3.1.0", ...document }, { api: "a", file: "a" }));

    expect(of({ info: { title: "A", version: "1", "x-assumed": "all of it" }, paths: {} })).toBe("platform");
    expect(of({ "x-spec": "1", info: { title: "A", version: "1" }, paths: {} })).toBe("platform");
    expect(of({ info: { title: "A", version: "1" }, paths: { "/a": { "x-spec": "1" } } })).toBe("default");
  });

  it("chooses the given or named profile for any documents", async () => {
    const bundled = await loadPlatform();
    const own = { name: "own" };

    expect(chooseProfile(profiles, "default", bundled).name).toBe("default");
    expect(chooseProfile(profiles, "platform", []).name).toBe("platform");
    expect(chooseProfile(profiles, own, bundled)).toBe(own);
  });
});
