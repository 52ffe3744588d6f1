import { describe, expect, it } from "vitest";
import { type Stated, list, object, rolesIn, text } from "../../../test/support/contracts/stated-operations.ts";

const crate = object({ id: text, label: text, weight: { type: "integer" } });
const crates = list(crate);
const report = object({ title: text, lines: list(text) });

describe("a POST that responds with an item of another path", () => {
  it.each<[string, string, Stated, string]>([
    ["creates with 201", "POST /carts/{cart}/checkout", { shows: crate, status: "201" }, "create of /crates"],
    [
      "creates in words",
      "POST /carts/{cart}/checkout",
      { shows: crate, summary: "Place an order" },
      "create of /crates",
    ],
    ["creates by its id", "POST /drafts/start", { shows: crate, summary: "Start it" }, "create of /crates"],
    ["is an action without either", "POST /carts/{cart}/checkout", { shows: crate }, "action of"],
    [
      "is an action if it shows only a part",
      "POST /carts/{cart}/checkout",
      { shows: object({ id: text, time: text }), status: "201" },
      "action of",
    ],
    [
      "is an action on the item that its request names",
      "POST /pay",
      { shows: crate, sends: object({ crate_id: text }), summary: "Submit the payment of a crate" },
      "action of",
    ],
    [
      "is an action on the item that its query names",
      "POST /cancel",
      { shows: crate, query: ["crateId"], summary: "Cancel a crate, and add a note", status: "201" },
      "action of",
    ],
    [
      "is an action if it sends only a key",
      "POST /hooks/paid",
      { shows: crate, sends: object({ id: text }), summary: "Register a payment" },
      "action of",
    ],
    [
      "creates a copy of the item that its request names",
      "POST /duplicates",
      { shows: crate, sends: object({ crate_id: text }), summary: "Duplicate a crate" },
      "create of /crates",
    ],
    [
      "creates what another list shows as well",
      "POST /services/{service_id}/crates",
      { shows: crate, status: "201" },
      "create of /crates",
    ],
    [
      "creates below another collection in the path of its own",
      "POST /crates/makers/{maker_id}/lines/{line_id}/crates",
      { shows: crate, status: "201" },
      "create of /crates",
    ],
    ["is about the item above, where that is read", "POST /racks/{crate_id}/settle", { shows: crate }, "action of"],
    ["changes the item that its path names", "POST /tests/crates/{crate_id}/settle", { shows: crate }, "transition of"],
  ])("%s", (_, name, stated, expected) => {
    const roles = rolesIn({
      "GET /crates": { shows: crates },
      "GET /crates/{crate_id}": { shows: crate },
      "GET /racks/{rack_id}": { shows: report },
      "GET /racks/{rack_id}/crates": { shows: crates },
      "DELETE /racks/{rack_id}/crates/{crate_id}": {},
      [name]: stated,
    });

    expect(roles[name]).toContain(expected);
  });
});
