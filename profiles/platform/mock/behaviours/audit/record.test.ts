import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownContracts } from "../../../../../test/support/mock/ask.ts";
import { auditAction, auditRecordId, computeIdSuffix } from "./record.ts";

const writes = (await ownContracts()).flatMap(({ operations }) => operations.filter(({ safe }) => !safe));

describe("auditAction()", () => {
  it.each([
    ["access-token/createAccessToken", "access_token.created", undefined],
    ["entity/putSchema", "schema.replaced", "slug"],
    ["order/cancelOrder", "order.cancelled", "order_id"],
    ["integration-toolkit/sendErpUpdatesV2", "erp_updates.sent", undefined],
    ["user/signUpUser", "user.signed_up", undefined],
    ["design/copyDesign", "design.copied", "design_id"],
  ])("derives the action of %s: %s", (name, action, targetParameter) => {
    const operation = writes.find(({ api, id }) => `${api}/${id}` === name);

    expect(operation && auditAction(operation)).toMatchObject({
      action,
      target: action.split(".")[0],
      ...(targetParameter !== undefined && { targetParameter }),
    });
  });

  it("derives an action for every write, in the form that the contract of the log requires", () => {
    const odd = writes.map(auditAction).filter(({ action }) => !/^[a-z_]+(\.[a-z_]+)+$/.test(action));

    expect(writes.length).toBeGreaterThan(100);
    expect(odd).toEqual([]);
  });
});

describe("auditRecordId()", () => {
  const acme = computeIdSuffix("s", "acme");
  const times = fc.integer({ min: 0, max: 2 ** 47 });
  const counts = fc.integer({ min: 1, max: 2 ** 39 });

  it("returns a UUID of version 7 that differs for each record, time and organization", () => {
    fc.assert(
      fc.property(times, counts, counts, (now, one, other) => {
        const id = auditRecordId(one, now, acme);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        expect(auditRecordId(one, now, computeIdSuffix("s", "globex"))).not.toBe(id);
        expect(auditRecordId(one, now + 1, acme)).not.toBe(id);
        if (one !== other) expect(auditRecordId(other, now, acme)).not.toBe(id);
      }),
    );
  });

  it("returns ids whose alphabetical order is the order of time", () => {
    fc.assert(
      fc.property(times, counts, (now, count) => {
        const idOf = (at: number, number: number) => auditRecordId(number, at, acme);
        expect(idOf(now, count) < idOf(now, count + 1)).toBe(true);
        expect(idOf(now, count) < idOf(now + 1, 1)).toBe(true);
      }),
    );
  });
});
