import { describe, expect, it } from "vitest";
import type { Operation } from "../../contracts/index.ts";
import { createUntriedLog } from "./untried-log.ts";

const operation = { api: "shop", name: "GET /items" } as Operation;
const ended = { reason: "ended", message: "The run ended" } as const;
const missing = { reason: "no-item", message: "No item" } as const;

describe("createUntriedLog()", () => {
  it("groups the properties of an operation by reason", () => {
    const log = createUntriedLog();
    for (const id of ["one", "two"]) log.record(operation, id, ended);
    log.record(operation, "three", missing);

    expect(log.untriedOn([operation])).toEqual([
      { api: "shop", operation: "GET /items", ...ended, properties: ["one", "two"] },
      { api: "shop", operation: "GET /items", ...missing, properties: ["three"] },
    ]);
  });

  it("keeps the last reason, and none once the property was tried", () => {
    const log = createUntriedLog();
    log.record(operation, "one", ended);
    log.record(operation, "one", missing);
    log.record(operation, "two", ended);
    log.record(operation, "two", undefined);
    log.record(operation, "two", missing);

    expect(log.untriedOn([operation]).flatMap(({ reason, properties }) => [reason, ...properties])).toEqual([
      "no-item",
      "one",
    ]);
  });
});
