import type { Stored } from "../stored.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Layer, compactLayers, createLayer, freezeCollections } from "./layer.ts";

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
  it("returns the same as a plain map at every position, with any number of layers", () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 10, 2000), steps, (size, all) => {
        let layer = createLayer();
        const model = new Map<string, Stored>();
        for (let id = 0; id < size; id++) set(id);
        for (const step of all) {
          if (step.kind === "set") set(step.id);
          else if (step.kind === "delete") {
            layer.delete(String(step.id));
            model.delete(String(step.id));
          } else if (step.kind === "fork") layer = createLayer(compactLayers(layer));
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

describe("compactLayers()", () => {
  it("keeps few layers and drops deleted items, after any number of changes and freezes", () => {
    let layer = createLayer();
    for (let round = 0; round < 3000; round++) {
      layer.set(String(round), { value: {} });
      layer.delete(String(round - 100));
      layer = createLayer(compactLayers(layer));
    }
    const layers = layersOf(layer);

    expect(layer.size).toBe(100);
    expect(layers.length).toBeLessThan(12);
    expect(layers.reduce((sum, { changes }) => sum + changes, 0)).toBeLessThan(400);
  });

  it("does not change layers that others use", () => {
    const base = createLayer();
    base.set("a", { value: {} });
    const above = createLayer(base);
    above.delete("a");

    expect(compactLayers(above).size).toBe(0);
    expect(above.get("a")).toBeUndefined();
    expect(base.get("a")).toEqual({ value: {} });
  });
});

describe("freezeCollections()", () => {
  it("drops empty collections, and keeps the others", () => {
    let below: ReadonlyMap<string, Layer> = new Map();
    const put = (name: string, id: string): void => {
      const layer = createLayer(below.get(name));
      layer.set(id, { value: { id } });
      below = freezeCollections(below, new Map([[name, layer]]));
    };
    const remove = (name: string, id: string): void => {
      const layer = createLayer(below.get(name));
      layer.delete(id);
      below = freezeCollections(below, new Map([[name, layer]]));
    };
    put("/orders", "o1");
    for (let round = 0; round < 500; round++) {
      put(`/orders/o${round}/notes`, "n1");
      put(`/orders/o${round}/notes`, "n2");
      remove(`/orders/o${round}/notes`, "n1");
      remove(`/orders/o${round}/notes`, "n2");
    }

    expect([...below.keys()]).toEqual(["/orders"]);
    expect(below.get("/orders")?.page(0, 10)).toEqual([{ value: { id: "o1" } }]);
  });
});

function layersOf(layer: Layer): Layer[] {
  return layer.below ? [layer, ...layersOf(layer.below)] : [layer];
}
