import type { ResponseWriter } from "../calls/response-writer.ts";
import { describe, expect, it } from "vitest";
import { ask, fixture, platformOf } from "../../test/support/mock/ask.ts";
import { type Operation, type Role, rolesOf } from "../../contracts/index.ts";
import { createRepresentations } from "../resources/representation.ts";
import { createResponseWriter } from "./response.ts";

describe("a success without documented JSON", () => {
  it.each([
    ["GET /nothing", { status: 200, headers: {}, text: "" }],
    ["GET /refusals?n=1", { status: 200, headers: {}, text: "" }],
    ["GET /elsewhere", { status: 302, headers: { location: expect.any(String) }, text: "" }],
    ["GET /unchanged", { status: 304, headers: {}, text: "" }],
    [
      "POST /anything",
      {
        status: 200,
        headers: { "content-type": "application/json", "concord-note": expect.stringContaining("not known") },
        text: expect.stringMatching(/^-?\d+$/),
      },
    ],
  ])("has the documented status and body: %s", async (line, expected) => {
    const { status, headers, text } = await ask(await platformOf("no-success"), line);

    expect({ status, headers, text }).toEqual(expected);
  });

  it("is text if text is documented, and empty in other media types", async () => {
    const feeds = await platformOf("other-media");
    const feed = await ask(feeds, "GET /feeds/1", { headers: { "x-mode": "full" } });
    const page = await ask(feeds, "GET /pages/1");

    expect(feed).toMatchObject({ status: 200, headers: { "content-type": "application/rss+xml" }, text: "" });
    expect(page).toMatchObject({ status: 200, headers: { "content-type": "text/html" }, text: "getPage" });
  });
});

describe("required headers", () => {
  it("are present and valid, except for headers that control the transfer, such as Content-Length", async () => {
    const { headers } = await ask(await platformOf("no-success"), "GET /trace");

    expect(headers).toMatchObject({ "content-type": "text/plain", "x-ids": expect.stringMatching(/^-?\d+,-?\d+$/) });
    expect(headers["x-trace"]).toMatch(/^(%C3%[0-9A-F]{2}){3}$/);
    expect((await ask(await platformOf("no-success"), "GET /elsewhere")).headers).not.toHaveProperty("content-length");
  });
});

describe("createResponseWriter()", () => {
  it("makes the answer of a behaviour valid: adds required properties and drops undocumented ones", async () => {
    const writer = await writerOf("getBook");
    const { status, body } = writer.answer({ value: { title: "A", pages: "many", shelf_code: "s", odd: 1 } });
    const { id, created_at, updated_at, ...rest } = JSON.parse(Buffer.from(body).toString());

    expect([status, rest]).toEqual([200, { title: "A" }]);
    expect([typeof id, Date.parse(created_at) > 0, Date.parse(updated_at) > 0]).toEqual(["string", true, true]);
  });

  it("writes an unchanged resource only once", async () => {
    const writer = await writerOf("getBook");
    const stored = {
      value: { id: "b1", title: "A", created_at: "2026-01-05T12:00:00Z", updated_at: "2026-01-05T12:00:00Z" },
    };
    const [first, again, changed] = [stored, stored, { ...stored }].map(
      (one) => writer.answer({ value: one.value, stored: one }).body,
    );

    expect(again).toBe(first);
    expect(changed).not.toBe(first);
    expect(changed).toEqual(first);
  });

  it("omits a header whose value does not match its documented schema", async () => {
    const writer = await writerOf("createPet", "wrapped-nullable");
    const sent = (location: string): unknown => writer.answer({ value: {}, headers: { location } }).headers["location"];

    expect([sent("/pets/1"), sent("no reference")]).toEqual(["/pets/1", undefined]);
  });
});

async function writerOf(id: string, name = "library"): Promise<ResponseWriter> {
  const contract = await fixture(name);
  const roles = rolesOf(contract);
  const operation = contract.operations.find((each) => each.id === id) as Operation;
  return createResponseWriter(
    contract,
    operation,
    roles.get(operation) as Role,
    createRepresentations(contract, roles),
  );
}
