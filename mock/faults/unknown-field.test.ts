import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, listMemberSchemas, validatorOf } from "../../contracts/index.ts";
import { createValues } from "../../contracts/generate/index.ts";
import { contractsToTry } from "../../test/support/contracts/platform.ts";
import { fixture } from "../../test/support/mock/ask.ts";
import { differences } from "../../test/support/mock/differences.ts";
import { type DocumentedResponse, documentedResponses, bodyAfterFault } from "../../test/support/mock/with-fault.ts";
import { unknownField } from "./unknown-field.ts";

const contracts = [...(await contractsToTry()).filter(({ kind }) => kind === "openapi"), await fixture("faults")];
const setting = { id: "unknown-field", share: 1 } as const;

describe.each(contracts.map((contract) => [contract.api, contract] as const))(
  "unknown-field over %s",
  (_, contract) => {
    it("adds unknown fields, changes nothing else, and the body stays valid", () => {
      for (const answered of documentedResponses(contract)) {
        fc.assert(
          fc.property(createValues(contract, "response").valid(answered.schema), (body) => {
            const changed = bodyAfterFault(unknownField, setting, answered, body) ?? body;
            expect(problemsOf(answered, body, changed)).toEqual([]);
            expect(bodyAfterFault(unknownField, setting, answered, body) ?? body).toEqual(changed);
          }),
          { numRuns: 15 },
        );
      }
    });
  },
);

describe("unknown-field", async () => {
  const answered = documentedResponses(await fixture("faults")).find(
    ({ operation }) => operation.id === "getOrder",
  ) as DocumentedResponse;
  const order = { id: "o_1", status: "draft", totals: { net: 1 }, address: { city: "Cologne" } };

  it("changes open objects, and neither maps nor closed objects", () => {
    const changed = bodyAfterFault(unknownField, setting, answered, order);

    expect(differences(order, changed)).toEqual([
      { pointer: expect.stringMatching(/^\/new_field_[0-9a-f]{2}$/), before: undefined, after: expect.anything() },
    ]);
  });

  it("changes a share of the objects", () => {
    const affected = Array.from({ length: 40 }, (_, index) =>
      bodyAfterFault(unknownField, { ...setting, share: 0.5 }, answered, order, `seed ${index}`),
    ).filter((changed) => changed !== undefined);

    expect(affected.length).toBeGreaterThan(8);
    expect(affected.length).toBeLessThan(32);
  });

  it.each<[string, Json]>([
    ["a field that is closed out", { ...order, address: { city: "Cologne", new: 1 } }],
    ["a field that is known", { ...order, priority: 1 }],
    ["a changed field", { ...order, status: "placed", new: 1 }],
    ["a lost field", { status: "draft", new: 1 }],
  ])("catches %s", (_, planted) => {
    expect(problemsOf(answered, order, planted)).not.toEqual([]);
  });
});

/** Problems of a changed body, found with Ajv. */
function problemsOf({ contract, schema }: DocumentedResponse, body: Json, changed: Json): string[] {
  const known = (pointer: string): boolean =>
    listMemberSchemas(contract, schema.value, pointer.split("/").at(-1) as string).length > 0 &&
    pointer.split("/").length === 2;
  const wrong = differences(body, changed).filter(
    ({ pointer, before, after }) => before !== undefined || after === undefined || known(pointer),
  );
  return [
    ...wrong.map(({ pointer }) => `${pointer} is no new field`),
    ...validatorOf(contract, schema.pointer, "response")(changed).map(({ pointer }) => `${pointer} does not fit`),
  ];
}
