import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { type ShelfFault, type ShelfOptions, serveShelf } from "../../test/support/conformance/shelf.ts";
import { conform } from "../conform.ts";
import { checks } from "../checks/index.ts";
import { properties } from "../properties/index.ts";
import type { Report } from "../findings/report.ts";

const contract = await loadContract("fixtures/conformance/shelf.yaml");

/** Faults, each with the relation that finds it when it is tried alone. */
const faults: readonly (readonly [ShelfFault, string])[] = [
  ["cents-lost", "echo"],
  ["label-lost", "echo"],
  ["not-stored", "sent-read"],
  ["null-not-stored", "updated-read"],
  ["patch-forgets", "rest-kept"],
  ["put-keeps", "rest-kept"],
  ["refused-stored", "refused-no-trace"],
  ["refused-made", "refused-not-made"],
  ["owner-taken", "read-only-kept"],
  ["owner-changed", "read-only-kept"],
  ["key-shown", "write-only-absent"],
  ["key-shown-within", "write-only-hidden"],
  ["location-nowhere", "location"],
  ["location-of-another", "location"],
  ["isbn-twice", "conflict"],
  ["conflict-stored", "conflict"],
  ["version-stays", "version-monotonic"],
  ["version-back", "version-monotonic"],
  ["tag-stays", "version-monotonic"],
  ["stale-taken", "stale-refused"],
  ["stale-stored", "stale-refused"],
  ["all-win", "one-winner"],
  ["id-again", "id-not-reused"],
  ["notes-stay", "children-gone"],
  ["changed-when-gone", "sequences"],
  ["any-method", "unsupported-method"],
];

describe("relations", () => {
  it.each(faults)("find %s by %s", async (fault, check) => {
    const isCheck = checks.some(({ id }) => id === check);
    const { failures } = await tried({ faults: [fault] }, isCheck ? "valid-requests-conform" : check);

    expect(failures.map((failure) => failure.check)).toContain(check);
  });

  it("find every wrong member of every write operation", async () => {
    const { failures } = await tried({ faults: ["patch-forgets", "put-keeps"] }, "rest-kept");
    const messages = failures.map(({ message }) => message.replace(/ (from|keeps its earlier value).*/, ""));

    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringContaining('changed "/price"') as string,
        expect.stringContaining('changed "/summary"') as string,
        expect.stringContaining("A PUT without") as string,
      ]),
    );
  });

  it.each([1, 2, 3, 4, 5])("find nothing in a correct provider (%i)", async (seed) => {
    expect(messagesOf(await tried({}, undefined, seed))).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])(
    "find nothing in a provider that normalises values and changes states by itself (%i)",
    async (seed) => {
      expect(messagesOf(await tried({ isNormalising: true }, undefined, seed))).toEqual([]);
    },
  );

  it("send the same requests for the same seed", async () => {
    const [one, other] = [await tried({}), await tried({})];

    expect(one.requests).toBe(other.requests);
    expect(one.operations).toEqual(other.operations);
  });

  it("send few requests each", async () => {
    for (const { id, phase } of properties.filter((property) => property.phase === "sequences")) {
      const { requests } = await tried({}, id);

      expect([phase, id, requests < 100]).toEqual(["sequences", id, true]);
    }
  });

  it("report the fewest steps of a sequence", async () => {
    const { failures } = await tried({ faults: ["changed-when-gone"] }, "sequences");

    expect(failures.map(({ steps }) => steps.map((step) => step.replace(/book_\d+/, "ID")))).toContainEqual([
      "POST /books -> 201",
      "DELETE /books/ID -> 204",
    ]);
  });
});

async function tried(shelf: ShelfOptions, property?: string, seed = 1): Promise<Report> {
  await using running = await serveShelf(contract, shelf);
  return await conform({
    contracts: [contract],
    target: running.url,
    mode: "sandbox",
    seed,
    ...(property !== undefined && { property }),
  });
}

function messagesOf({ failures }: Report): readonly string[] {
  return failures.map(({ check, operation, message }) => `${operation} ${check}: ${message}`);
}
