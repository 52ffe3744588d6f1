import { describe, expect, it } from "vitest";
import { type Operation, loadContract } from "../../index.ts";
import { createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { documentedStatesOf } from "./states.ts";

const scratch = createScratch();
const states = ["draft", "placed", "shipped", "in_transit"];

/** States in which the description and the error response reject shipping. */
async function rejectedStates(description: string, errorDescription = "Refused"): Promise<readonly string[]> {
  const responses = { "200": { description: "Done" }, "409": { description: errorDescription } };
  const contract = await loadContract(
    scratch.write({
      [`${crypto.randomUUID()}.json`]: documentOf({
        paths: { "/orders/{id}/ship": { post: { description, responses } } },
      }),
    }),
  );
  const stated = documentedStatesOf(contract, contract.operations[0] as Operation, { states });
  return stated ? states.filter((state) => stated.isRefusedIn(state)) : [];
}

describe("documentedStatesOf()", () => {
  it.each([
    ["Placed orders only.", ["draft", "shipped", "in_transit"]],
    ["Only drafts and placed orders.", ["shipped", "in_transit"]],
    ["Only drafts and placed orders can be shipped.", ["shipped", "in_transit"]],
    ["The order must be placed.", ["draft", "shipped", "in_transit"]],
    ["Ships it as long as it is placed.", ["draft", "shipped", "in_transit"]],
    ["One that is placed.", ["draft", "shipped", "in_transit"]],
    ["Answers 409 once it is in transit.", ["in_transit"]],
    ["Drafts cannot be shipped if they are drafts.", ["draft"]],
    ["A shipped order cannot be shipped again.", ["shipped"]],
    ["Orders that are in transit or shipped cannot be shipped.", ["shipped", "in_transit"]],
    ["Returns 409 if the order is already shipped.", ["shipped"]],
    ["Answers 409 when the order is shipped.", ["shipped"]],
    ["Not allowed for shipped orders.", ["shipped"]],
    ["Must not be used once the order is in transit or shipped.", ["shipped", "in_transit"]],
    ["Fails unless the order is placed.", ["draft", "shipped", "in_transit"]],
    ["Cannot be shipped unless it is placed.", ["draft", "shipped", "in_transit"]],
    ["Answers 409 if the order is not placed.", ["draft", "shipped", "in_transit"]],
    ["Can be shipped as long as it is not in transit or shipped.", ["shipped", "in_transit"]],
    ["Only orders that are not drafts can be shipped.", ["draft"]],
    ["May be shipped only before it is in transit.", ["in_transit"]],
    ["Can be shipped until it is in transit.", ["in_transit"]],
    ["Shipping is possible in the states draft and placed.", ["shipped", "in_transit"]],
    ["Allowed while the order is a draft or placed.", ["shipped", "in_transit"]],
  ])("reads the rejected states from %o", async (description, expectedStates) => {
    expect(await rejectedStates(description)).toEqual(expectedStates);
  });

  it.each([
    ["It is a draft.", ["draft"]],
    ["It is shipped already.", ["shipped"]],
    ["It is in transit.", ["in_transit"]],
  ])("reads the rejected states from an error response: %o", async (errorDescription, expectedStates) => {
    expect(await rejectedStates("Ships an order.", errorDescription)).toEqual(expectedStates);
  });

  it.each([
    "Ships a placed order.",
    "Only placed orders, unless they are urgent.",
    "Not only placed orders.",
    "Cannot be undone.",
    "Drafts, placed, shipped and in transit only.",
    "It was shipped.",
    "Refused if the order cannot be shipped.",
    "Cannot be shipped before it is placed.",
  ])("finds no restriction in %o", async (description) => {
    expect(await rejectedStates(description)).toEqual([]);
  });

  it("finds no restriction in the description of an error response with a negation", async () => {
    expect(await rejectedStates("Ships it.", "It is not placed.")).toEqual([]);
  });
});
