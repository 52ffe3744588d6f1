import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../contracts/index.ts";
import {
  jsonResponse,
  documentAnswering,
  judgeDocuments,
  objectSchema,
  schemaReference,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import type { Change } from "../index.ts";

const today = "2026-11-20";
const text = { type: "string" };

describe("the announcement of a part", () => {
  it("covers the callbacks of an announced operation, wherever they are defined", () => {
    const calling = (own: JsonObject, sent: JsonObject): JsonObject => ({
      paths: {
        "/a": { post: { ...own, ...jsonResponse(text), callbacks: { done: { $ref: "#/components/callbacks/Done" } } } },
      },
      components: {
        callbacks: {
          Done: {
            "{$request.body#/url}": {
              post: { requestBody: { content: { "application/json": { schema: objectSchema(sent) } } }, responses: {} },
            },
          },
        },
      },
    });
    const of = (own: JsonObject): Change => only(calling(own, { id: text, c: text }), calling(own, { id: text }));

    expect(of(deprecatedSince("2025-11-20")).allowed?.from).toBe("2026-11-20");
    expect(of({}).blocked?.from).toBeUndefined();
  });

  it("covers properties of a subtype that only a discriminator reaches", () => {
    const tag = { discriminator: { propertyName: "kind" }, required: ["kind"], ...objectSchema({ kind: text }) };
    const petted = (own: JsonObject): JsonObject =>
      documentAnswering(schemaReference("Pet"), {
        Pet: tag,
        Cat: { allOf: [schemaReference("Pet"), objectSchema(own)] },
      });
    const old = { ...text, ...deprecatedSince("2025-11-20") };

    expect(only(petted({ claws: old }), petted({})).allowed?.from).toBe(today);
    expect(
      judgeDocuments(petted({ claws: text }), petted({ claws: old }), { today }).faults.map(({ code }) => code),
    ).toEqual(["deprecation-backdated"]);
  });
});

function only(base: JsonObject, revision: JsonObject): Change {
  const { changes } = judgeDocuments(base, revision, { today });
  expect(changes).toHaveLength(1);
  return changes[0] as Change;
}
