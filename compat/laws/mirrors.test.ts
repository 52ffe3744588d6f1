import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, documentsToTry, foundBetween, lineOf, rewritten } from "../../testing/compat/documents.ts";
import { edits } from "../../testing/compat/edits/index.ts";
import { isLong } from "../../testing/contracts/platform.ts";
import { type Change, rules } from "../index.ts";

const documents = await documentsToTry();
const made = documents.slice(0, 2);
/** In how many places each edit is tried. */
const places = isLong ? 10 : 2;
const mirrors = new Map(rules.map(({ id, mirror }) => [id, mirror]));
/** What is one edit, and has two rules: a property that is new and required is, read backwards, a removed one. */
const twofold = new Map([
  ["request-property-became-required", "request-property-removed"],
  ["request-property-removed", "request-property-became-required"],
]);
/** An edit that says nothing new in one kind of place, and why. */
const covered = new RegExp(
  [
    "^add [45].* responses", // an error that "default" tells of already
    "^remove one of the responses",
    "x-assumed", // where it was assumed before, or nothing needs credentials
    '"security":\\[\\]',
  ].join("|"),
);

interface Told {
  readonly there: readonly Change[];
  readonly back: readonly Change[];
}

const known = new Map<string, Told>();

/** What is told of one edit of a document, and of its undoing; undefined where it has no such place. */
function told(name: string, index: number, place: number): Told | undefined {
  const key = JSON.stringify([name, index, place]);
  const { document } = documents.find((one) => one.name === name) as (typeof documents)[number];
  if (!known.has(key)) {
    const { document: other, names } = rewritten(document, edits, [[index, place]]);
    if (names.length === 0) return undefined;
    known.set(key, { there: foundBetween(document, other), back: foundBetween(other, document) });
  }
  return known.get(key);
}

/** The changes that are not told when the edit is read backwards. */
function unmirrored({ there, back }: Told): string[] {
  const isMirrored = (change: Change): boolean => {
    const wanted = [mirrors.get(change.rule), twofold.get(change.rule)];
    return (
      wanted.every((id) => id === undefined) ||
      back.some((one) => wanted.includes(one.rule) && isSamePlace(one, change))
    );
  };
  return there.filter((change) => !isMirrored(change)).map(lineOf);
}

/** The names of path parameters are not on the wire. */
function isSamePlace(one: Change, other: Change): boolean {
  if (one.rule === "path-parameter-renamed") return true;
  return one.path === other.path && one.operations.join() === other.operations.join();
}

describe("an edit", () => {
  it.each(edits.map(({ name }, index) => [name, index] as const))("is seen, both ways: %s", (title, index) => {
    for (const { name } of isLong ? documents : made) {
      for (let place = 0; place < places; place++) {
        const found = told(name, index, place);
        if (!found) break;
        const { there, back } = found;
        if (!covered.test(title)) expect([name, place, there.length]).not.toEqual([name, place, 0]);
        expect(unmirrored({ there, back })).toEqual([]);
        expect(unmirrored({ there: back, back: there })).toEqual([]);
      }
    }
  });

  it("fires each rule somewhere", () => {
    const fired = new Set<string>();
    for (const { name } of made) {
      for (let index = 0; index < edits.length; index++) {
        for (let place = 0; place < places; place++) {
          const { there = [], back = [] } = told(name, index, place) ?? {};
          for (const { rule } of [...there, ...back]) fired.add(rule);
        }
      }
    }

    expect(rules.map(({ id }) => id).filter((id) => !fired.has(id))).toEqual([]);
  });

  it("that is told in one direction only is caught", () => {
    const index = edits.findIndex(({ name }) => name === "add a property");
    const { there = [], back = [] } = told("keywords", index, 1) ?? {};

    expect(there).not.toEqual([]);
    expect(unmirrored({ there, back: [] })).not.toEqual([]);
    expect(unmirrored({ there, back })).toEqual([]);
  });
});

describe("many edits at once", () => {
  it("are told the same from run to run, and whatever the order of the document", () => {
    const steps = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(10_000)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...(isLong ? documents : made)), steps, ({ document }, path) => {
        const { document: other } = rewritten(document, edits, path);
        const report = JSON.stringify(changesBetween(document, other).map(asTold));

        expect(JSON.stringify(changesBetween(structuredClone(document), structuredClone(other)).map(asTold))).toBe(
          report,
        );
        const turned = [document, other].map(reordered) as [typeof document, typeof document];
        expect(JSON.stringify(changesBetween(...turned).map(asTold))).toBe(report);
      }),
      { numRuns: isLong ? 1000 : 5 },
    );
  });
});

/** Of a change, what the order of a document leaves alone. */
function asTold({ id, rule, verdict, operation, operations, path }: Change): unknown {
  return { id, rule, verdict, operation, operations, path };
}

function reordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => reordered(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, reordered(inner)]);
  return Object.fromEntries(entries.toReversed()) as T;
}
