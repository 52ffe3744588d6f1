import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLayer } from "./layer.ts";
import type { Stored } from "./store.ts";

type Step =
  | { readonly kind: "set"; readonly id: number }
  | { readonly kind: "delete"; readonly id: number }
  | { readonly kind: "page"; readonly offset: number; readonly limit: number }
  | { readonly kind: "fork" };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("set" as const), id: fc.nat(3000) }),
    fc.record({ kind: fc.constant("delete" as const), id: fc.nat(3000) }),
    fc.record({ kind: fc.constant("page" as const), offset: fc.nat(3000), limit: fc.nat(50) }),
    fc.record({ kind: fc.constant("fork" as const) }),
  ),
  { maxLength: 60 },
);

describe("createLayer()", () => {
  it("shows at every position what a plain map shows, however many layers there are", () => {
    fc.assert(
      fc.property(steps, (all) => {
        let layer = createLayer();
        const model = new Map<string, Stored>();
        for (let id = 0; id < 2000; id++) set(id);
        for (const step of all) {
          if (step.kind === "set") set(step.id);
          else if (step.kind === "delete") {
            layer.delete(String(step.id));
            model.delete(String(step.id));
          } else if (step.kind === "fork") layer = createLayer(layer);
          else {
            const { offset, limit } = step;
            expect(layer.page(offset, limit)).toEqual([...model.values()].slice(offset, offset + limit));
          }
          expect(layer.size).toBe(model.size);
        }

        function set(id: number): void {
          const stored = { value: { id } };
          layer.set(String(id), stored);
          model.set(String(id), stored);
        }
      }),
    );
  });
});
