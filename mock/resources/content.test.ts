import { describe, expect, it } from "vitest";
import { type Store, createMemoryStore } from "../index.ts";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

const bytes = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 255);
const png = { headers: { "content-type": "image/png" }, body: bytes };

/** A store in which "acme" has the photo "p1". */
async function withPhoto(): Promise<Store> {
  const store = createMemoryStore();
  await store.change({ organization: "acme", collection: "/photos", id: "p1" }, () => ({ value: { id: "p1" } }));
  return store;
}

describe("content that is not JSON", () => {
  it("is returned unchanged, with its media type", async () => {
    const platform = await platformOf("media", { selfCheck: true, store: await withPhoto() });
    await ask(platform, "PUT /photos/p1/thumbnail", png);
    const read = await platform.handle({
      method: "GET",
      url: "/photos/p1/thumbnail",
      headers: { authorization: "Bearer mock-acme" },
    });

    expect([read.status, read.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(Buffer.from(read.body)).toEqual(Buffer.from(bytes));
  });

  it("is not found before the first PUT, and can be replaced", async () => {
    const platform = await platformOf("media", { store: await withPhoto() });
    const before = await ask(platform, "GET /photos/p1/thumbnail");
    await ask(platform, "PUT /photos/p1/thumbnail", png);
    await ask(platform, "PUT /photos/p1/thumbnail", { headers: { "content-type": "image/jpeg" }, body: "JPEG" });
    const after = await ask(platform, "GET /photos/p1/thumbnail");

    expect([before.status, before.value.detail]).toEqual([404, "There is no thumbnail"]);
    expect([after.headers["content-type"], after.text]).toEqual(["image/jpeg", "JPEG"]);
  });

  it("returns text as text", async () => {
    const platform = await platformOf("media", { selfCheck: true });
    const text = { "content-type": "text/plain" };
    const refused = await ask(platform, "PUT /motto", { headers: text, body: "Sapere aude" });
    await ask(platform, "PUT /motto", { headers: text, body: "dare" });

    expect([refused.status, refused.value.violations]).toEqual([
      400,
      [
        { in: "body", pointer: "", expected: "at most 8 characters", got: '"Sapere aude"' },
        { in: "body", pointer: "", expected: "text that matches ^[a-z]+$", got: '"Sapere aude"' },
      ],
    ]);
    expect((await ask(platform, "GET /motto")).text).toBe("dare");
  });
});

describe("a text that is sent", () => {
  it("parses a sent text as the type of its schema", async () => {
    const platform = await platformOf("media");
    const send = (body: string) =>
      ask(platform, "POST /words/count", { headers: { "content-type": "text/plain" }, body });

    expect((await send("7")).status).toBe(200);
    expect((await send("12")).value.violations).toEqual([
      { in: "body", pointer: "", expected: "a number of at most 9", got: "12" },
    ]);
    expect((await send("many")).value.violations).toEqual([
      { in: "body", pointer: "", expected: "an integer", got: '"many"' },
    ]);
  });
});

describe("a text that is answered", () => {
  it.each([
    ["GET /words/kind", /^(noun|verb)$/],
    ["GET /words/code", /^[0-9]{4}$/],
    ["POST /words/count", /^([3-9]|[1-9]\d+)$/],
    ["GET /words/table", /^word,kind\nrun,verb\n$/],
    ["GET /motto", /^.{0,8}$/],
  ])("generates a text that matches its schema: %s", async (line, form) => {
    const answered = await ask(await platformOf("media", { selfCheck: true }), line);

    expect([answered.status, answered.text]).toEqual([200, expect.stringMatching(form)]);
  });
});
