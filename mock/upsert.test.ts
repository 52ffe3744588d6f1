import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../test/support/mock/ask.ts";

describe("PUT", () => {
  it.each([
    ["same", [201, 200], { id: "x", name: "one" }],
    ["empty", [201, 204], { id: "x", name: "one" }],
    ["bare", [201, 200], undefined],
    // Beside 201, a 404 is about what the item belongs to.
    ["missing", [201, 200], { id: "x", name: "one" }],
    // What it made is no body that 201 has.
    ["other", [200, 200], { id: "x", name: "one" }],
  ])("answers what it made with 201, what it changed with the other status: %s", async (name, statuses, body) => {
    const platform = await platformOf("upserts");
    expect((await ask(platform, `GET /${name}/x`)).status).toBe(404);
    const made = await ask(platform, `PUT /${name}/x`, { body: { name: "one" } });
    const changed = await ask(platform, `PUT /${name}/x`, { body: { name: "two" } });

    expect([made.status, changed.status]).toEqual(statuses);
    expect(made.value).toEqual(body);
    expect((await ask(platform, `GET /${name}/x`)).value).toEqual({ id: "x", name: "two" });
  });
});
