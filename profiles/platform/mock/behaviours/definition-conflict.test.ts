import { describe, expect, it } from "vitest";
import { ask, ownPlatform } from "../../../../test/support/mock/ask.ts";

describe("POST /v1/workflows/definitions", () => {
  const line = "POST /v1/workflows/definitions";
  const body = { id: "wfd_MeterChange", name: "Meter change", sections: [{ name: "On site", steps: [] }] };

  it("refuses an existing id, and does not change the existing definition", async () => {
    const platform = await ownPlatform();
    const first = await ask(platform, line, { body });
    const second = await ask(platform, line, { body: { ...body, name: "Another" } });

    expect(first.status).toBe(201);
    expect(second).toMatchObject({ status: 409, headers: { "concord-basis": "stated" } });
    expect(second.value.detail).toBe('There already is a workflow definition "wfd_MeterChange"');
    expect((await ask(platform, "GET /v1/workflows/definitions/wfd_MeterChange")).value).toEqual(first.value);
  });

  it("accepts an existing name, and an id of another organization", async () => {
    const platform = await ownPlatform();
    await ask(platform, line, { body });

    expect((await ask(platform, line, { body: { ...body, id: "wfd_Other" } })).status).toBe(201);
    expect((await ask(platform, line, { body: { name: body.name, sections: body.sections } })).status).toBe(201);
    expect((await ask(platform, line, { body, token: "org_globex" })).status).toBe(201);
  });

  it("accepts one of many concurrent requests with the same id", async () => {
    const platform = await ownPlatform();
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(platform, line, { body })));

    expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});
