import { describe, expect, it } from "vitest";
import { isCounted, isIdentity, itemLabel, memberLabel, inventTexts } from "./naming.ts";

describe("inventTexts()", () => {
  it.each([
    ["family_name", "family name 7692", "family_name_7692c3ad"],
    ["familyName", "family name 7692", "family_name_7692c3ad"],
    ["größe", "größe 7692", "größe_7692c3ad"],
    ["", "text 7692", "text_7692c3ad"],
    ["%", "text 7692", "text_7692c3ad"],
  ])("are named after the member %s", (label, ...texts) => {
    expect(inventTexts({ seed: "one", label })).toEqual(texts);
  });

  it.each([
    ["id", "id_7692c3ad"],
    ["column_id", "column_7692c3ad"],
    ["webhookId", "webhook_7692c3ad"],
    ["api_key", "api_key_7692c3ad"],
  ])("are one word if the member identifies the object: %s", (label, text) => {
    expect(inventTexts({ seed: "one", label })).toEqual([text]);
  });
});

describe("isIdentity()", () => {
  it("compares the last words of a name", () => {
    expect(["id", "order_id", "orderId", "slug", "api-key", "invoice_number"].filter(isIdentity)).toHaveLength(6);
    expect(["paid", "monkey", "valid", "name", "identity", "slugs"].filter(isIdentity)).toEqual([]);
    expect(["position", "id", "quantity"].filter(isCounted)).toEqual(["position", "id"]);
  });
});

describe("labels", () => {
  it("of members are the names of the members, but the label of an id begins with its owner", () => {
    expect([memberLabel("column", "title"), memberLabel("column", "id"), memberLabel("", "id")]).toEqual([
      "title",
      "column_id",
      "id",
    ]);
  });

  it("of items are the singular of the name of the array", () => {
    expect(["columns", "capabilities", "data"].map(itemLabel)).toEqual(["column", "capability", "data"]);
  });
});
