import { expect, it } from "vitest";
import { type JsonObject, loadContract } from "../../../contracts/index.ts";
import { listValidBodies, chooseExtremes } from "./bodies.ts";

const contract = await loadContract("fixtures/providers/documents/openapi.yaml");
const operation = contract.operations.find(({ name }) => name === "PUT /documents/{slug}")!;

it("returns the smallest body first and the fullest body last for any item", () => {
  for (let index = 0; index < 50; index++) {
    const sent: JsonObject = { slug: `slug-${index}`, title: "Terms" };
    const exchange = {
      request: { method: "POST", path: "/", headers: {} },
      response: { status: 201, headers: {}, body: "" },
    };
    const bodies = listValidBodies(contract, operation, { id: "a", values: ["a"], value: sent, sent, exchange });

    expect(chooseExtremes(bodies).map((body) => Object.keys(body).toSorted())).toEqual([["text", "title"], ["title"]]);
  }
});
