import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Delivery } from "../model/delivery.ts";
import { createLog } from "./log.ts";

describe("createLog()", () => {
  it("keeps pending deliveries and the latest of the others, in order", () => {
    const statuses = fc.array(fc.constantFrom<Delivery["status"]>("pending", "delivered", "failed"), { maxLength: 30 });
    const law = fc.property(statuses, fc.integer({ min: 1, max: 5 }), (given, kept) => {
      const log = createLog(kept);
      for (const [index, status] of given.entries()) log.put({ ...delivery, id: String(index), status });
      const finished = [...given.keys()].filter((index) => given[index] !== "pending").slice(-kept);
      const expected = [...given.keys()].filter((index) => given[index] === "pending" || finished.includes(index));
      expect(log.entries().map(({ id }) => Number(id))).toEqual(expected);
    });
    fc.assert(law);
  });

  it("keeps a delivery that became pending again", () => {
    const log = createLog(1);
    for (const status of ["delivered", "pending"] as const) log.put({ ...delivery, id: "1", status });
    for (const id of ["2", "3"]) log.put({ ...delivery, id, status: "delivered" });

    expect(log.entries().map(({ id }) => id)).toEqual(["1", "3"]);
  });

  it("finds by event, webhook and status, and the latest", () => {
    const log = createLog(1000);
    log.put({ ...delivery, id: "1" });
    log.put({ ...delivery, id: "2", webhook: "other" });
    log.put({ ...delivery, id: "3", event: { ...delivery.event, name: "c.d" }, status: "failed" });
    const ids = (query: Parameters<typeof log.entries>[0]): string =>
      log
        .entries(query)
        .map(({ id }) => id)
        .join("");

    expect(
      [{ event: "a.b" }, { webhook: "other" }, { status: "failed" as const }, { limit: 2 }, { limit: 9 }].map(ids),
    ).toEqual(["12", "2", "3", "23", "123"]);
  });
});

const delivery: Delivery = {
  id: "",
  message: "msg_1",
  webhook: "wh_1",
  event: { id: "evt_1", name: "a.b", time: "2026-01-05T12:00:00.000Z", organization: "acme", payload: {} },
  status: "pending",
  attempts: [],
};
