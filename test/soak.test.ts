import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryTrend, tableTrend } from "./support/soak/trend.ts";

const MEGA = 2 ** 20;
const noise = fc.array(fc.integer({ min: -MEGA, max: MEGA }), { minLength: 30, maxLength: 60 });
const samples = (heaps: readonly number[]) => heaps.map((heapUsed) => ({ heapUsed, rss: heapUsed }));

describe("memoryTrend()", () => {
  it("finds no growth in noise, despite single high samples", () => {
    fc.assert(
      fc.property(noise, fc.nat(29), (noises, at) => {
        const heaps = noises.map((each) => 40 * MEGA + each).with(at, 400 * MEGA);
        expect(memoryTrend(samples(heaps), "heapUsed").climbs).toBe(false);
        expect(memoryTrend(samples(heaps), "rss").climbs).toBe(false);
      }),
    );
  });

  it("finds slow growth, and a sudden increase", () => {
    fc.assert(
      fc.property(noise, fc.boolean(), (noises, isSudden) => {
        const half = noises.length / 2;
        const more = (index: number): number => (isSudden ? (index > half ? 30 : 0) : (60 * index) / noises.length);
        const heaps = noises.map((each, index) => (40 + more(index)) * MEGA + each);
        expect(memoryTrend(samples(heaps), "heapUsed").climbs).toBe(true);
        expect(memoryTrend(samples(heaps), "rss").climbs).toBe(true);
      }),
    );
  });
});

describe("tableTrend()", () => {
  it("finds a table that grows, and not one that is vacuumed", () => {
    const sizes = Array.from({ length: 45 }, (_, index) => (20 + index) * MEGA);
    expect(tableTrend(sizes).climbs).toBe(true);
    expect(tableTrend(sizes.map((bytes, index) => (index % 5 === 0 ? bytes / 2 : 30 * MEGA))).climbs).toBe(false);
  });
});
