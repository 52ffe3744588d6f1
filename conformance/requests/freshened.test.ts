import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, type Operation, validatorOf } from "../../contracts/index.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { freshened } from "./freshened.ts";

const schema: JsonObject = {
  type: "object",
  required: ["title", "starts_at", "ends_at"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 30 },
    room: { type: "string" },
    starts_at: { type: "string", format: "date-time" },
    ends_at: { type: "string", format: "date-time" },
    seats: { type: "integer", minimum: 1 },
  },
};
const contract = compileInMemory({
  paths: {
    "/bookings": {
      post: {
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: { "201": { description: "Made" } },
      },
    },
  },
});
const operation = contract.operations[0] as Operation;
const body = {
  title: "Standup",
  room: "r1",
  starts_at: "2026-01-01T09:00:00Z",
  ends_at: "2026-01-01T10:00:00Z",
  seats: 3,
};
const freshBody = (value: JsonObject, name: string, kept: readonly string[] = ["room"]) =>
  freshened(value, { contract, operation, name, kept: new Set(kept) }) as typeof body | undefined;

describe("freshened()", () => {
  it("changes texts, moves times by the same distance, and keeps everything else", () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const other = freshBody(body, name);

        expect(other).toMatchObject({ room: "r1", seats: 3 });
        expect(other?.title).not.toBe(body.title);
        expect(Date.parse(other?.ends_at ?? "") - Date.parse(other?.starts_at ?? "")).toBe(3_600_000);
        expect(Date.parse(other?.starts_at ?? "")).toBeGreaterThan(Date.parse(body.starts_at));
      }),
    );
  });

  it("keeps a valid body valid, and keeps the violations of an invalid one", () => {
    const isValid = validatorOf(contract, operation.body?.content[0]?.schema?.pointer ?? "", "request");
    const wrong = { ...body, seats: 0 };

    expect(isValid(freshBody(body, "a") ?? null)).toEqual([]);
    expect(isValid(freshBody(wrong, "a") ?? null).map(({ keyword }) => keyword)).toEqual(["minimum"]);
    // A generated title would be valid, but the original is not.
    expect(freshBody({ ...body, title: "" }, "a", ["room", "starts_at", "ends_at"])).toBeUndefined();
  });

  it("changes a key of any type, and nothing that is kept", () => {
    const kept = new Set(Object.keys(body).filter((name) => name !== "seats"));
    const other = freshened(body, { contract, operation, name: "a", kept, key: "seats" });

    expect(other).toEqual({ ...body, seats: expect.any(Number) });
    expect(other?.["seats"]).not.toBe(body.seats);
  });

  it("is deterministic by name, and undefined if no text can change", () => {
    expect(freshBody(body, "a")).toEqual(freshBody(body, "a"));
    expect(freshBody(body, "a")).not.toEqual(freshBody(body, "b"));
    expect(freshBody({ seats: 3 }, "a")).toBeUndefined();
  });
});
