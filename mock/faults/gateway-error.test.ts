import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

const create = "POST /books";

describe("gateway-error", () => {
  it("responds with a page of HTML, and does not carry the call out", async () => {
    const platform = await platformOf("library", { faults: [{ id: "gateway-error", times: 1 }] });
    const { status, headers, text } = await ask(platform, create, { body: { title: "Emma" } });

    expect(status).toBe(502);
    expect(headers).toMatchObject({ "content-type": "text/html", "concord-fault": "gateway-error" });
    expect(text).toMatch(/^<html>.*502.*<\/html>$/);
    expect((await ask(platform, "GET /books")).value).toMatchObject({ results: [] });
  });

  it("can lose the response of a call that is carried out", async () => {
    const faults = [{ id: "gateway-error", status: 504, lost: "answer", times: 1 }] as const;
    const platform = await platformOf("library", { faults });

    expect((await ask(platform, create, { body: { title: "Emma" } })).status).toBe(504);
    expect((await ask(platform, "GET /books")).value).toMatchObject({ results: [{ title: "Emma" }] });
  });
});
