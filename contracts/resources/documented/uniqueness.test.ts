import { describe, expect, it } from "vitest";
import { compileInMemory } from "../../../test/support/contracts/in-memory.ts";
import type { Contract, Operation } from "../../model/contract.ts";
import { findUniqueMembers, uniquenessSentences } from "./uniqueness.ts";

describe("findUniqueMembers()", () => {
  it.each([
    ["A user with the same primary email already existed.", ["primaryEmail"]],
    ["A user with this primary_email exists", ["primaryEmail"]],
    ["The nick name is taken", ["nick_name"]],
    ["Such a user already exists", ["primaryEmail", "nick_name", "age"]],
    ["The emails are known already", ["primaryEmail", "nick_name", "age"]],
  ])("finds the members that %j names", (description, members) => {
    const { contract, operation } = creating(description);
    const [sentence = "", ...others] = uniquenessSentences(contract, operation);

    expect([sentence, ...others]).toEqual([description]);
    expect(findUniqueMembers(contract, operation, sentence)).toEqual(members);
  });

  it.each(["The user is archived and exists no more", "The request conflicts with the quota"])(
    "finds no unique item in %j",
    (description) => {
      const { contract, operation } = creating(description);

      expect(uniquenessSentences(contract, operation)).toEqual([]);
    },
  );
});

/** A create of users whose 409 has a description. */
function creating(description: string): { readonly contract: Contract; readonly operation: Operation } {
  const text = { type: "string" };
  const properties = { primaryEmail: text, nick_name: text, age: { type: "integer" } };
  const contract = compileInMemory({
    paths: {
      "/users": {
        post: {
          requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
          responses: { "201": { description: "Made." }, "409": { description } },
        },
      },
    },
  });
  return { contract, operation: contract.operations[0] as Operation };
}
