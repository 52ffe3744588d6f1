import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contractOfSchema } from "../../test/support/contracts/in-memory.ts";
import { type JsonObject, type MediaType, locate, readWrittenParts, writeMultipart } from "../index.ts";

const upload: JsonObject = {
  type: "object",
  required: ["file"],
  properties: {
    file: { type: "string", format: "binary" },
    caption: { type: "string" },
    count: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
    place: { type: "object", properties: { city: { type: "string" } } },
    pictures: { type: "array", items: { type: "string", format: "binary" } },
  },
};
const contract = contractOfSchema(upload);
const pointer = "/components/schemas/S";
const node = { at: locate(contract, pointer), pointer, basis: "stated" } as const;
const media: MediaType = {
  ...node,
  mediaType: "multipart/form-data",
  schema: { ...node, value: upload },
  examples: {},
  encodings: { pictures: { contentType: "image/*", allowReserved: false } },
};

/** The parts as another reader of multipart/form-data reads them. */
async function partsOf(body: JsonObject): Promise<[name: string, content: string, type: string | undefined][]> {
  const { type, text } = writeMultipart(contract, media, body);
  const form = await new Response(text, { headers: { "content-type": type } }).formData();
  return Promise.all(
    [...form].map(async ([name, part]) =>
      typeof part === "string" ? [name, part, undefined] : [name, await part.text(), part.type],
    ),
  );
}

describe("writeMultipart()", () => {
  it("writes parts that another reader reads as they were", async () => {
    const texts = fc.record({ caption: fc.string({ unit: "grapheme" }), file: fc.string({ unit: "grapheme" }) });
    await fc.assert(
      fc.asyncProperty(texts, async ({ caption, file }) => {
        expect(await partsOf({ caption, file })).toEqual([
          ["caption", caption, undefined],
          ["file", file, "application/octet-stream"],
        ]);
      }),
    );
  });

  it("writes a list as one part for each item, an object as JSON, and bytes as a file of the documented type", async () => {
    const body = { count: 3, tags: ["a", "b"], place: { city: "Bonn" }, pictures: ["1", "2"] };

    expect(await partsOf(body)).toEqual([
      ["count", "3", undefined],
      ["tags", "a", undefined],
      ["tags", "b", undefined],
      ["place", '{"city":"Bonn"}', undefined],
      ["pictures", "1", "image/png"],
      ["pictures", "2", "image/png"],
    ]);
  });

  it("chooses a boundary that is in no part", async () => {
    expect(await partsOf({ caption: "concord-form", file: "\r\n--concord-form-1--\r\n" })).toEqual([
      ["caption", "concord-form", undefined],
      ["file", "\r\n--concord-form-1--\r\n", "application/octet-stream"],
    ]);
  });
});

describe("readWrittenParts()", () => {
  it.each<[sent: JsonObject, read: JsonObject]>([
    [
      { file: "x", count: 3, tags: ["a"], place: { city: "Bonn" } },
      { file: "x", count: 3, tags: ["a"], place: { city: "Bonn" } },
    ],
    [{ caption: 5 }, { caption: "5" }],
    [{ count: "5" }, { count: 5 }],
    [{ tags: [] }, {}],
    [{ caption: "\ud800" }, { caption: "\ufffd" }],
  ])("reads %j as %j", (sent, read) => {
    expect(readWrittenParts(contract, media, sent)).toEqual(read);
  });
});
