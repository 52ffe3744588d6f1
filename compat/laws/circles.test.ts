import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { circles, contractOfCircles } from "../../test/support/values/circles.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { changeSummary } from "../../test/support/compat/documents.ts";
import { checkCompat } from "../index.ts";

const changes = (base: JsonObject, revision: JsonObject) =>
  checkCompat([contractOfCircles(base)], [contractOfCircles(revision)]).changes;

describe("schemas that refer to themselves", () => {
  it("are compared without an endless loop, and have no change against themselves", () => {
    fc.assert(
      fc.property(circles, circles, (base, revision) => {
        expect(changes(base, revision)).toBeInstanceOf(Array);
        expect(changes(base, base).map(changeSummary)).toEqual([]);
      }),
      { seed: 7, numRuns: 30 },
    );
  });
});
