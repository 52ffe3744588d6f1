import { describe, expect, it } from "vitest";
import { operationTiming } from "./timing.ts";
import { platformCompat } from "../../profiles/platform/compat.ts";

describe("operationTiming()", () => {
  it("advises how to add a publication date if none is known", () => {
    const { reason } = operationTiming({ reason: "it was not announced" }, undefined, {
      today: "2026-11-20",
      profile: platformCompat,
    });

    expect(reason).toBe(
      "Nothing says when it was published, so its 24 months of support may not be over: write x-published with the day in the base, or with a git history, make a ledger (concord compat ledger --from-tags); it was not announced",
    );
  });
});
