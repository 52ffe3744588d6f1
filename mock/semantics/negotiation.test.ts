import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, platformOf } from "../../test/support/mock/ask.ts";

describe("Accept", () => {
  it("is refused with 406 if that is documented, before anything changes", async () => {
    const platform = await platformOf("semantics");
    const print = (accept: string): Promise<ParsedResponse> =>
      ask(platform, "POST /articles/a:print", { headers: { accept }, body: {} });

    expect(await print("text/html")).toMatchObject({
      status: 406,
      value: { detail: 'The response is application/json, which "text/html" does not accept' },
    });
    expect((await print("text/html, */*;q=0.1")).status).toBe(202);
  });

  it("is ignored by an operation that does not document 406", async () => {
    expect(
      (await ask(await platformOf("semantics"), "GET /articles", { headers: { accept: "text/html" } })).status,
    ).toBe(200);
  });
});

describe("Prefer: return=minimal", () => {
  it("omits the body if 204 is documented", async () => {
    const platform = await platformOf("semantics");
    const headers = { prefer: "wait=1, return=minimal" };
    const told = await ask(platform, "POST /articles", { headers, body: { title: "A" } });

    expect(told).toMatchObject({
      status: 204,
      text: "",
      headers: { "preference-applied": "return=minimal", location: expect.stringMatching(/^\/articles\/\w+/) },
    });
    expect(told.headers).not.toHaveProperty("content-type");
    expect((await ask(platform, `GET ${told.headers["location"]}`)).value.title).toBe("A");
  });

  it("is ignored without a documented 204, as other preferences are", async () => {
    const platform = await platformOf("semantics");
    const put = await ask(platform, "PUT /articles/a", { headers: { prefer: "return=minimal" }, body: {} });
    const post = await ask(platform, "POST /articles", { headers: { prefer: "return=representation" }, body: {} });

    expect([put.status, post.status]).toEqual([200, 201]);
    expect([put.headers, post.headers]).toEqual([
      expect.not.objectContaining({ "preference-applied": expect.anything() }),
      expect.not.objectContaining({ "preference-applied": expect.anything() }),
    ]);
  });
});
