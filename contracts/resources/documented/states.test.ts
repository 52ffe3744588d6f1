import { describe, expect, it } from "vitest";
import { type Operation, loadContract } from "../../index.ts";
import { createScratch, documentOf } from "../../../test/support/contracts/scratch.ts";
import { readDocumentedStates } from "./states.ts";

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
  const stated = readDocumentedStates(contract, contract.operations[0] as Operation, { states });
  return stated ? states.filter((state) => stated.isRefusedIn(state)) : [];
}

describe("readDocumentedStates()", () => {
  it.each([
    ["Placed orders only.", ["draft", "shipped", "in_transit"]],
    ["Only drafts and placed orders can be shipped.", ["shipped", "in_transit"]],
    ["The order must be placed.", ["draft", "shipped", "in_transit"]],
    ["Answers 409 once it is in transit.", ["in_transit"]],
    ["A shipped order cannot be shipped again.", ["shipped"]],
    ["Orders that are in transit or shipped cannot be shipped.", ["shipped", "in_transit"]],
    ["Returns 409 if the order is already shipped.", ["shipped"]],
    ["Answers 409 when the order is shipped.", ["shipped"]],
    ["Not allowed for shipped orders.", ["shipped"]],
    ["Drafts cannot be shipped.", ["draft"]],
    ["Draft or in transit orders can no longer be shipped.", ["draft", "in_transit"]],
    ["An order can only be shipped once it is placed.", ["draft", "shipped", "in_transit"]],
  ])("reads the rejected states from %o", async (description, expectedStates) => {
    expect(await rejectedStates(description)).toEqual(expectedStates);
  });

  it.each([
    ["It is a draft.", ["draft"]],
    ["It is shipped already.", ["shipped"]],
    ["It is in transit.", ["in_transit"]],
    ["It is not placed.", ["draft", "shipped", "in_transit"]],
    ["The order is not placed", ["draft", "shipped", "in_transit"]],
    ["Order is not yet placed", ["draft", "shipped", "in_transit"]],
    ["The order is not in state draft or placed.", ["shipped", "in_transit"]],
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
    "Fails unless the order is not placed.",
    "A draft that is not placed cannot be shipped.",
    "If the order is not placed, the customer is notified.",
    "Drafts that were never checked cannot be shipped if they are heavy.",
    "The label of a draft cannot be shipped.",
    "Drafts cannot be undone.",
  ])("finds no restriction in %o", async (description) => {
    expect(await rejectedStates(description)).toEqual([]);
  });

  it.each([
    "The order was not shipped.",
    "The carrier is not placed.",
    "The order can be shipped unless it is a draft.",
    "The order is placed, not a draft.",
    "It could not be shipped.",
  ])("finds no restriction in the description of an error response: %o", async (errorDescription) => {
    expect(await rejectedStates("Ships it.", errorDescription)).toEqual([]);
  });
});

const edited = ["draft", "open", "paid", "shipped", "deleting", "a"];

/** States in which a sentence, or the description of a refusal, rejects an edit. */
async function rejectedEdits(
  method: "patch" | "put" | "delete",
  description: string,
  refusal = "Refused",
): Promise<readonly string[]> {
  const responses = { "200": { description: "Done" }, "409": { description: refusal } };
  const contract = await loadContract(
    scratch.write({
      [`${crypto.randomUUID()}.json`]: documentOf({
        paths: { "/invoices/{id}": { [method]: { description, responses } } },
      }),
    }),
  );
  const edit = method === "delete" ? "delete" : "update";
  const stated = readDocumentedStates(contract, contract.operations[0] as Operation, { states: edited, edit });
  return stated ? edited.filter((state) => stated.isRefusedIn(state)) : [];
}

describe("readDocumentedStates() of an edit", () => {
  const notDraft = ["open", "paid", "shipped", "deleting", "a"];
  it.each<["patch" | "put" | "delete", string, readonly string[]]>([
    ["patch", "Only drafts can be updated.", notDraft],
    ["put", "Only draft invoices can be replaced.", notDraft],
    ["patch", "Updates an invoice. Only allowed while it is a draft.", notDraft],
    ["patch", "Can only be edited in draft state.", notDraft],
    ["patch", "The invoice must be in status open.", ["draft", "paid", "shipped", "deleting", "a"]],
    ["patch", "An invoice must be open or draft to be changed.", ["paid", "shipped", "deleting", "a"]],
    ["patch", "Editing is only possible while the status is draft.", notDraft],
    ["patch", "Invoices that are paid cannot be modified.", ["paid"]],
    ["patch", "A paid invoice cannot be edited.", ["paid"]],
    ["put", "Paid or shipped invoices can't be changed.", ["paid", "shipped"]],
    ["patch", "Once an invoice is paid, it can no longer be changed.", ["paid"]],
    ["patch", "Updates are not allowed for paid invoices.", ["paid"]],
    ["patch", "Fails with 409 if the invoice was shipped.", ["shipped"]],
    ["delete", "Cannot be deleted once paid.", ["paid"]],
    ["delete", "Only drafts can be deleted.", notDraft],
    ["delete", "A paid invoice cannot be deleted.", ["paid"]],
    ["delete", "Shipped invoices can not be removed.", ["shipped"]],
    ["delete", "The invoice must be in status draft or open.", ["paid", "shipped", "deleting", "a"]],
  ])("reads where a %s is rejected: %s", async (method, sentence, expected) => {
    expect(await rejectedEdits(method, sentence)).toEqual(expected);
  });

  it.each<["patch" | "put" | "delete", string, readonly string[]]>([
    ["patch", "The invoice is already paid.", ["paid"]],
    ["patch", "The invoice is paid or shipped.", ["paid", "shipped"]],
    ["patch", "The invoice is not in draft status.", notDraft],
    ["put", "The invoice is not a draft.", notDraft],
    ["delete", "The invoice is no longer open.", ["draft", "paid", "shipped", "deleting", "a"]],
    ["patch", "Only allowed for drafts.", notDraft],
  ])("reads where a %s is rejected, from a refusal: %s", async (method, refusal, expected) => {
    expect(await rejectedEdits(method, "Edits an invoice.", refusal)).toEqual(expected);
  });

  it.each<["patch" | "put" | "delete", string, string?]>([
    ["patch", "The status must be draft or open."],
    ["patch", "The new status can only be paid or shipped."],
    ["patch", "Changes the status from draft to open."],
    ["patch", "Only invoices can be changed to paid."],
    ["patch", "Updates a draft."],
    ["patch", "Set the status to paid to pay the invoice."],
    ["patch", "Only the note of a shipped invoice can be changed."],
    ["patch", "Only `note` can be updated once the invoice is paid."],
    ["patch", "The address cannot be changed once the invoice is shipped."],
    ["patch", "Members of a paid invoice cannot be changed: number, date."],
    ["patch", "The date of a paid invoice cannot be updated."],
    ["patch", "If the invoice is shipped, only its note is changed."],
    ["patch", "Updating a paid invoice creates a revision."],
    ["patch", "Paid invoices cannot be deleted."],
    ["delete", "Only drafts can be updated."],
    ["delete", "Deletes a draft."],
    ["delete", "This cannot be undone."],
    ["delete", "Deleting an invoice is a destructive action and cannot be undone."],
    ["delete", "Can only be deleted when the parent folder is open."],
    ["put", "A separate number must be provided for the change."],
    ["patch", "Edits an invoice.", "The status cannot be changed from paid to draft."],
    ["patch", "Edits an invoice.", "The status is not one of draft, open."],
    ["patch", "Edits an invoice.", "Cannot move the invoice back to draft."],
    ["patch", "Edits an invoice.", "A draft with this number exists."],
    ["patch", "Not only drafts can be updated."],
    ["patch", "Requires an open subscription."],
    ["put", "Only available on paid plans."],
    ["patch", "Only admins can update open invoices."],
    ["patch", "Mails are only sent for paid invoices."],
    ["delete", "Files are only kept while the invoice is shipped."],
    ["patch", "Changes are only visible once it is open."],
    ["patch", "Lines must be present when the invoice is open."],
    ["patch", "A paid invoice has to be checked again."],
    ["delete", "Deleting an invoice while it is open may take longer."],
    ["delete", "Payments cannot be refunded once paid."],
    ["patch", "Mails may not be sent if the invoice is shipped."],
    ["patch", "403 when the limit of open requests is reached."],
  ])("finds no restriction for a %s: %s %s", async (method, sentence, refusal) => {
    expect(await rejectedEdits(method, sentence, refusal)).toEqual([]);
  });
});

describe("readDocumentedStates() of negations", () => {
  it.each<["patch" | "put" | "delete", string, readonly string[]]>([
    ["delete", "A paid invoice cannot be deleted.", ["paid"]],
    ["delete", "Once paid, an invoice cannot be deleted.", ["paid"]],
    ["delete", "After it is shipped the invoice can no longer be deleted.", ["shipped"]],
    ["delete", "Returns 409 if the invoice is paid, because it cannot be restored.", ["paid"]],
    ["patch", "A paid invoice cannot be changed.", ["paid"]],
    ["patch", "Paid invoices can't be updated again.", ["paid"]],
  ])("reads where a %s is rejected: %s", async (method, sentence, expected) => {
    expect(await rejectedEdits(method, sentence)).toEqual(expected);
  });

  it.each<["patch" | "put" | "delete", string, string?]>([
    ["patch", "Paid invoices cannot be updated by guests."],
    ["delete", "A paid invoice cannot be deleted by its customer."],
    ["delete", "You cannot delete payments once the invoice is paid."],
    ["delete", "Once an invoice is paid, its lines cannot be deleted."],
    ["delete", "It is not possible to delete the customer of a paid invoice."],
    ["delete", "Deleting lines of a paid invoice is not allowed."],
    ["patch", "You cannot change the lines once the invoice is paid."],
    ["delete", "Once deleted, a paid invoice cannot be restored."],
    ["delete", "Once deleted, a paid invoice can no longer be recovered."],
    ["delete", "A paid invoice cannot be restored once it is deleted."],
    ["delete", "A paid invoice that is deleted cannot be read any more."],
    ["delete", "After a paid invoice is deleted, it cannot be refunded."],
    ["delete", "Deleting a paid invoice cannot be undone."],
    ["delete", "Deleting a paid invoice is an action that cannot be reverted."],
    ["delete", "If you delete a paid invoice, you cannot get it back."],
    ["delete", "When a draft is deleted, its number cannot be used again."],
    ["delete", "Deleted drafts cannot be sent."],
    ["delete", "You cannot undo deleting a paid invoice."],
    ["delete", "You cannot restore a paid invoice once it is deleted."],
    ["delete", "Once a paid invoice has been deleted, its payments cannot be refunded."],
    ["delete", "Payments of a paid invoice cannot be refunded after it is deleted."],
    ["delete", "Once deleted, a paid invoice cannot be restored.", "Once deleted, a paid invoice cannot be restored."],
    ["patch", "Once updated, a paid invoice cannot be sent again."],
    ["patch", "Changing a paid invoice cannot be undone."],
    ["patch", "After a shipped invoice is changed, it cannot be returned."],
    ["patch", "You cannot revert a change of a paid invoice."],
    ["put", "Once replaced, an open invoice cannot be recovered."],
    ["put", "If a paid invoice is replaced, the former version is not kept and cannot be read."],
    ["delete", "It is not possible to restore a paid invoice after deleting it."],
    ["delete", "A deleted draft may not be published."],
  ])("finds no restriction for a %s whose verb is not the denied one: %s", async (method, sentence, refusal) => {
    expect(await rejectedEdits(method, sentence, refusal)).toEqual([]);
  });
});
