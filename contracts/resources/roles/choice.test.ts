import { describe, expect, it } from "vitest";
import { type Stated, list, object, rolesIn, text } from "../../../test/support/contracts/stated-operations.ts";

const crate = object({ id: text, label: text, weight: { type: "integer" } });
const crates = list(crate);

describe("a POST that responds with what the GET of its path lists", () => {
  const query = object({ labelLike: text, roomIn: list(text) });
  const posted = { shows: crates, sends: query };

  it.each<[string, Record<string, Stated>, string]>([
    ["searches by its text", { "POST /crates": { ...posted, summary: "Get crates" } }, "list of /crates by id"],
    ["creates, if nothing else does", {}, "create of /crates by id"],
    [
      "adds several by its text",
      { "POST /crates": { ...posted, sends: list(crate), summary: "Add crates to the list" } },
      "create of /crates by id",
    ],
  ])("%s", (_, others, expected) => {
    const roles = rolesIn({
      "GET /crates": { shows: crates },
      "GET /crates/{id}": { shows: crate },
      "POST /crates": posted,
      ...others,
    });

    expect(roles["POST /crates"]).toContain(expected);
  });
});
