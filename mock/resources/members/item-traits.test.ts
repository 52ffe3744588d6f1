import { describe, expect, it } from "vitest";
import { foldedName } from "../../../contracts/index.ts";
import { type ItemTraits, withShownNames } from "./item-traits.ts";

function traits(...names: string[]): ItemTraits {
  const nameByLetters = new Map(names.map((name) => [foldedName(name), name]));
  const none = {
    created: new Map(),
    updated: new Map(),
    readOnly: new Set<string>(),
    readOnlySomewhere: new Set<string>(),
  };
  return { names: new Set(names), nameByLetters, required: new Set(), ...none };
}

describe("withShownNames()", () => {
  it.each([["FriendlyName", "friendly_name"]])("renames %s", (sent, shown) => {
    expect(withShownNames(traits("id", "title", "friendly_name"), { [sent]: "A" })).toEqual({ [shown]: "A" });
  });

  it.each(["crate_id", "crateId", "crate", "crates_title", "rack_title", "subtitle"])("keeps %s", (name) => {
    expect(withShownNames(traits("id", "title"), { [name]: "A" })).toEqual({ [name]: "A" });
  });

  it("renames nothing to a member that is sent or shown as well", () => {
    const both = { title: "A", crateTitle: "B" };
    expect(withShownNames(traits("id", "title"), both)).toEqual(both);
    expect(withShownNames(traits("title", "crateTitle"), { crateTitle: "B" })).toEqual({ crateTitle: "B" });
  });
});
