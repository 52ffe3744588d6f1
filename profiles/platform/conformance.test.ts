import { describe, expect, it } from "vitest";
import { checks, writeCitation, defaultConformance, propertiesWith } from "../../conformance/index.ts";
import { platformConformance } from "./conformance.ts";

describe("platformConformance", () => {
  it("cites clauses of properties and checks that exist", () => {
    const known = [...checks, ...propertiesWith(platformConformance)].map(({ id }) => id);

    expect(Object.keys(platformConformance.clauses?.checks ?? {}).filter((id) => !known.includes(id))).toEqual([]);
  });

  it("has every promise of the default profile, in its order", () => {
    const shared = platformConformance.promises.filter((each) => defaultConformance.promises.includes(each));

    expect(shared).toEqual(defaultConformance.promises);
  });

  it("has one property for each id, all promises in the phase of that name", () => {
    const ids = propertiesWith(platformConformance).map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(platformConformance.promises.filter(({ phase }) => phase !== "promises")).toEqual([]);
  });

  it("cites clauses in brackets, and the default profile cites none", () => {
    expect(writeCitation(platformConformance, "additions", "open-enums")).toBe(" (§9.2, §9.6)");
    expect(writeCitation(defaultConformance, "additions", "open-enums")).toBe("");
  });
});
