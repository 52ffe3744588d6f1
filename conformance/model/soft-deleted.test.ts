import { describe, expect, it } from "vitest";
import { isSoftDeleted } from "./soft-deleted.ts";

describe("isSoftDeleted()", () => {
  it.each([
    { deleted: true },
    { deletedAt: "2026-01-01T00:00:00Z" },
    { is_archived: true },
    { status: "DELETED" },
    { state: "terminated" },
  ])("returns true for %o", (item) => {
    expect(isSoftDeleted(item)).toBe(true);
  });

  it.each([{ deleted: false }, { deleted_at: null }, { status: "active" }, { name: "deleted" }, undefined])(
    "returns false for %o",
    (item) => {
      expect(isSoftDeleted(item)).toBe(false);
    },
  );
});
