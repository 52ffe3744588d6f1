import { describe, expect, it } from "vitest";
import {
  type PetFault,
  type PetPaging,
  createPets,
  petsContract,
  withEntries,
} from "../../test/support/conformance/pets.ts";
import { type PropertyRun, tried } from "../../test/support/conformance/tried.ts";
import { properties } from "../properties/index.ts";
import type { Property } from "../scope/property.ts";

const identities = { expired: "expired", readOnly: "reader", other: "org_other" };

interface Planted {
  readonly fault: PetFault;
  readonly property: string;
  readonly keys: readonly string[];
  readonly steered?: PetPaging;
  readonly operation?: string;
}

const planted: readonly Planted[] = [
  { fault: "not-listed", property: "created-listed", keys: ["missing"] },
  { fault: "least-not-listed", property: "created-listed", keys: ["missing"] },
  { fault: "filter-ignored", property: "filters-sound", keys: ["unsound kind"] },
  { fault: "filter-loses", property: "filters-sound", keys: ["incomplete kind"] },
  { fault: "filter-by-beginning", property: "filters-sound", keys: ["unsound tag"] },
  { fault: "filter-lost-by-sorting", property: "filters-sound", keys: ["unsound kind"] },
  { fault: "page-overlaps", property: "pages-complete", keys: ["twice"] },
  { fault: "page-overlaps", property: "pages-complete", keys: ["twice"], steered: "page" },
  { fault: "page-overlaps", property: "pages-complete", keys: ["twice"], steered: "cursor" },
  { fault: "page-skips", property: "pages-complete", keys: ["left out"] },
  { fault: "page-skips", property: "pages-complete", keys: ["left out"], steered: "page" },
  { fault: "page-skips", property: "pages-complete", keys: ["left out"], steered: "cursor" },
  { fault: "cursor-never-ends", property: "pages-complete", keys: ["twice"], steered: "cursor" },
  { fault: "cursor-of-full-end-repeats", property: "pages-complete", keys: ["after the end"], steered: "cursor" },
  { fault: "page-too-large", property: "pages-complete", keys: ["size"] },
  { fault: "total-of-page", property: "pages-complete", keys: ["total"] },
  { fault: "sorted-as-text", property: "sorted-as-asked", keys: ["sort=age", "sort=-age"] },
  { fault: "no-token", property: "token-required", keys: ["accepted"] },
  { fault: "any-token", property: "token-required", keys: ["garbage accepted"] },
  { fault: "scheme-alone", property: "token-required", keys: ["scheme-alone accepted"] },
  { fault: "expired-token", property: "token-required", keys: ["expired accepted"] },
  { fault: "reader-writes", property: "read-only-refused", keys: ["accepted"] },
  { fault: "reader-writes", property: "read-only-traceless", keys: ["update accepted", "delete accepted"] },
  { fault: "reader-leaves-trace", property: "read-only-traceless", keys: ["changed"] },
  { fault: "foreign-read", property: "foreign-refused", keys: ["read"] },
  { fault: "foreign-listed-filtered", property: "foreign-refused", keys: ["listed"] },
  { fault: "foreign-changed", property: "foreign-refused", keys: ["changed"] },
  { fault: "foreign-deleted", property: "foreign-refused", keys: ["deleted"] },
];

describe("relations of lists, and identities", () => {
  it.each(planted)("find $fault by $property ($steered)", async ({ property, fault, keys, steered }) => {
    const { findings } = await triedOn(property, fault, steered);

    expect([...new Set(findings.map(({ key }) => key))]).toEqual(keys);
  });

  it.each<PetPaging>(["offset", "page", "cursor"])(
    "find nothing where the contract is kept, paged by %s",
    async (steered) => {
      for (const property of new Set(planted.map((each) => each.property))) {
        const { findings, requests } = await triedOn(property, undefined, steered);

        expect(findings).toEqual([]);
        expect(requests).toBeGreaterThan(0);
        expect(requests).toBeLessThan(60);
      }
    },
  );

  const ofLists = /^(created-listed|filters-sound|pages-complete|sorted-as-asked|foreign-refused)$/;
  it.each(planted.filter(({ property, steered }) => steered === undefined && ofLists.test(property)))(
    "find $fault by $property in the entries of a list",
    async ({ property, fault, keys }) => {
      const { findings } = await triedOn(property, fault, undefined, true);

      expect([...new Set(findings.map(({ key }) => key))]).toEqual(keys);
    },
  );

  it("find nothing in the entries of a list where the contract is kept", async () => {
    for (const property of new Set(planted.map((each) => each.property)))
      expect((await triedOn(property, undefined, undefined, true)).findings).toEqual([]);
  });

  it("report nothing for a list that lags behind or changes meanwhile", async () => {
    const pets = createPets();
    let requestCount = 0;
    const { findings } = await tried(propertyOf("created-listed"), petsContract(), "addPet", {
      answer: (request) =>
        request.method === "GET" && request.path.startsWith("/pets?") && ++requestCount % 4 !== 0
          ? { status: 200, headers: { "content-type": "application/json" }, body: '{"items":[],"total":0}' }
          : pets(request),
    });

    expect(findings).toEqual([]);
    const others = createPets();
    const changing = await tried(propertyOf("pages-complete"), petsContract(), "addPet", {
      answer: (request) => {
        const body = JSON.stringify({ name: "Another", kind: "dog" });
        const add = { method: "POST", path: "/pets", headers: { authorization: "Bearer org_usual" }, body };
        if (request.method === "GET") others(add);
        return others(request);
      },
    });
    expect(changing.findings).toEqual([]);
  });

  it.each<PetPaging>(["offset", "page"])(
    "read on where pages have an undocumented maximum, paged by %s",
    async (steered) => {
      for (const property of ["created-listed", "pages-complete"]) {
        const pets = createPets(undefined, steered);
        const headers = { authorization: "Bearer org_usual" };
        for (let made = 0; made < 25; made++)
          pets({ method: "POST", path: "/pets", headers, body: JSON.stringify({ name: `Pet ${made}`, kind: "dog" }) });
        const { findings, requests } = await tried(
          propertyOf(property),
          petsContract(steered, { isOpen: true }),
          "addPet",
          {
            answer: (request) =>
              pets({
                ...request,
                path: request.path.replace(/limit=(\d+)/, (_, limit) => `limit=${Math.min(10, Number(limit))}`),
              }),
          },
        );

        expect(findings).toEqual([]);
        expect(requests).toBeGreaterThan(0);
      }
    },
  );

  it("read a list again until it has the created items", async () => {
    for (const [property, fault, key] of [
      ["pages-complete", "page-skips", "left out"],
      ["filters-sound", "filter-loses", "incomplete kind"],
    ] as const) {
      const pets = createPets(fault);
      let requestCount = 0;
      const { findings } = await tried(propertyOf(property), petsContract(), "addPet", {
        answer: (request) =>
          request.method === "GET" && request.path.startsWith("/pets?") && ++requestCount < 4
            ? { status: 200, headers: { "content-type": "application/json" }, body: '{"items":[],"total":0}' }
            : pets(request),
      });

      expect(findings.map((finding) => finding.key)).toEqual([key]);
    }
  });

  it("accept an item of another organization with the same number", async () => {
    const pets = createPets();
    const { findings } = await tried(propertyOf("foreign-refused"), petsContract(), "addPet", {
      identities,
      answer(request) {
        const response = pets(request);
        const isOther = request.headers["authorization"] === "Bearer org_other" && request.method === "GET";
        const id = request.path.split("/")[2];
        if (!isOther || id === undefined) return response;
        const body = JSON.stringify({ id, name: "Their own", kind: "dog", age: 1, seen: 1 });
        return { status: 200, headers: { "content-type": "application/json" }, body };
      },
    });

    expect(findings).toEqual([]);
  });
});

function propertyOf(id: string): Property {
  return properties.find((property) => property.id === id) as Property;
}

function triedOn(property: string, fault?: PetFault, steered?: PetPaging, hasEntries = false): Promise<PropertyRun> {
  const pets = createPets(fault, steered);
  return tried(propertyOf(property), petsContract(steered, { hasEntries }), "addPet", {
    answer: hasEntries ? withEntries(pets) : pets,
    identities,
    hasCoverage: fault === "least-not-listed",
  });
}
