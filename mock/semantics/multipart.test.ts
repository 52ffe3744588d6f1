import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, platformOf } from "../../test/support/mock/ask.ts";

const png = new File(["PNG…"], "ada.png", { type: "image/png" });

describe("a multipart body", () => {
  it("is parsed by its schema, and its file is stored with its type", async () => {
    const platform = await platformOf("media");
    const parts = [
      ["picture", png],
      ["rating", "5"],
      ["tags", "sea"],
      ["tags", "sun"],
      ["place", '{"lat":50.9}'],
    ] as const;

    const made = await send(parts, platform);
    const read = await ask(platform, `GET /photos/${made.value.id}`);

    expect(made.status).toBe(201);
    expect(read.value).toEqual({
      id: made.value.id,
      rating: 5,
      tags: ["sea", "sun"],
      place: { lat: 50.9 },
      filename: "ada.png",
      size: 6,
      content_type: "image/png",
    });
  });

  it("may contain JSON in a part with that media type", async () => {
    const place = new Blob(['{"lat":"north"}'], { type: "application/json" });
    const refused = await send([...usual, ["place", place]]);

    expect(violations(refused)).toEqual([{ in: "body", pointer: "/place/lat", expected: "a number", got: '"north"' }]);
  });

  it("is refused with all missing and invalid parts", async () => {
    const refused = await send([
      ["rating", "6"],
      ["tags", "seaside"],
      ["place", "Cologne"],
    ]);

    expect(refused.status).toBe(400);
    expect(violations(refused)).toEqual([
      { in: "body", pointer: "", expected: 'the property "picture"', got: "nothing" },
      { in: "body", pointer: "/rating", expected: "a number of at most 5", got: "6" },
      { in: "body", pointer: "/tags/0", expected: "at most 6 characters", got: '"seaside"' },
      { in: "body", pointer: "/place", expected: "an object", got: '"Cologne"' },
    ]);
  });

  it("is refused if a file is too long or has an undocumented media type", async () => {
    const refused = await send([
      ["picture", new File(["x".repeat(41)], "a.gif", { type: "image/gif" })],
      ["rating", "5"],
    ]);

    expect(violations(refused)).toEqual([
      { in: "body", pointer: "/picture", expected: "a part of the type image/png, image/jpeg", got: '"image/gif"' },
      { in: "body", pointer: "/picture", expected: "at most 40 characters", got: `"${"x".repeat(41)}"` },
    ]);
  });

  it("is refused if a part that is not a list repeats", async () => {
    const refused = await send([...usual, ["rating", "4"]]);

    expect(violations(refused)).toEqual([{ in: "body", pointer: "/rating", expected: "an integer", got: "[5,4]" }]);
  });

  it("has a list in one part if its style says so", async () => {
    const refused = async (...parts: Parts): Promise<unknown> => violations(await send([...usual, ...parts]));
    const tooMuch = { in: "body", pointer: "/corners/1", expected: "a number of at most 9", got: "10" };

    expect(await refused(["corners", "1,2"])).toBeUndefined();
    expect(await refused(["corners", "1,10"])).toEqual([tooMuch]);
    expect(await refused(["corners", "1"], ["corners", "2"])).toMatchObject([
      { pointer: "/corners/0" },
      { pointer: "/corners/1" },
    ]);
  });

  it("is refused without a boundary, and without parts", async () => {
    const [unbound, garbage] = [await raw("multipart/form-data"), await raw("multipart/form-data; boundary=x")];

    expect([unbound.status, garbage.status]).toEqual([400, 400]);
    expect(violations(unbound)).toEqual([
      { in: "header", pointer: "/Content-Type", expected: "a boundary", got: '"multipart/form-data"' },
    ]);
    expect(violations(garbage)).toEqual([
      { in: "body", pointer: "", expected: 'parts between lines of "--x"', got: "a body without them" },
    ]);
  });
});

type Parts = readonly (readonly [string, string | Blob])[];

const usual: Parts = [
  ["picture", png],
  ["rating", "5"],
];

async function send(parts: Parts, platform?: Awaited<ReturnType<typeof platformOf>>): Promise<ParsedResponse> {
  const form = new FormData();
  for (const [name, part] of parts) {
    if (typeof part === "string") form.append(name, part);
    else form.append(name, part);
  }
  const request = new Request("http://mock.example", { method: "POST", body: form });
  return ask(platform ?? (await platformOf("media")), "POST /photos", {
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: await request.bytes(),
  });
}

async function raw(type: string): Promise<ParsedResponse> {
  return ask(await platformOf("media"), "POST /photos", { headers: { "content-type": type }, body: "garbage" });
}

function violations({ value }: ParsedResponse): unknown {
  return value.violations;
}
