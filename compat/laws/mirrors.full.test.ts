import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changesBetween,
  lawDocuments,
  unprovedChangesBetween,
  applyRewritings,
} from "../../test/support/compat/documents.ts";
import { edits } from "../../test/support/compat/edits/index.ts";
import { type BothDirections, changesWithoutMirror } from "../../test/support/compat/mirror-rules.ts";
import { isLong } from "../../test/support/contracts/platform.ts";
import { type Change, rules } from "../index.ts";

const documents = await lawDocuments();
const made = documents.slice(0, 3);
/** In how many places each edit is tried. */
const places = isLong ? 10 : 2;
/** An edit that says nothing new in one kind of place, and why. */
const covered = new RegExp(
  [
    "^add [45].* responses", // an error that "default" tells of already
    "^remove one of the responses",
    "^write (one|any)Of as", // shapes that no value has two of
    "x-assumed", // where it was assumed before, or nothing needs credentials
    '"security":\\[\\]',
  ].join("|"),
);

/** What an edit may do that has no mirror: where a status falls back to a range or default, what that says is not its own. */
const uneven: readonly (readonly [edit: RegExp, rule: string])[] = [
  [/ responses of a operation$/, "media-type-added"],
  [/ to the responses of a operation$/, "stated-became-assumed"],
];

const known = new Map<string, BothDirections>();

/** What is told of one edit of a document, and of its undoing; undefined where it has no such place. */
function told(name: string, index: number, place: number): BothDirections | undefined {
  const key = JSON.stringify([name, index, place]);
  const { document } = documents.find((one) => one.name === name) as (typeof documents)[number];
  if (!known.has(key)) {
    const { document: other, names } = applyRewritings(document, edits, [[index, place]]);
    if (names.length === 0) return undefined;
    known.set(key, { there: unprovedChangesBetween(document, other), back: unprovedChangesBetween(other, document) });
  }
  return known.get(key);
}

describe("an edit", () => {
  it.each(edits.map(({ name }, index) => [name, index] as const))("is seen, both ways: %s", (title, index) => {
    for (const { name } of isLong ? documents : made) {
      for (let place = 0; place < places; place++) {
        const found = told(name, index, place);
        if (!found) break;
        const mirrored = ({ rule }: Change): boolean => !uneven.some(([edit, id]) => edit.test(title) && id === rule);
        const { there, back } = found;
        // Elsewhere an edit may stand where others decide; these places were made for it.
        const isMade = place < 2 && made.some((one) => one.name === name);
        if (isMade && !covered.test(title)) expect([name, place, there.length]).not.toEqual([name, place, 0]);
        // What cannot be read any more is one change, and what can be read again shows all that it says.
        if ([...there, ...back].some(({ rule }) => rule === "became-unreadable")) continue;
        expect(changesWithoutMirror({ there: there.filter(mirrored), back })).toEqual([]);
        expect(changesWithoutMirror({ there: back.filter(mirrored), back: there })).toEqual([]);
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
    expect(changesWithoutMirror({ there, back: [] })).not.toEqual([]);
    expect(changesWithoutMirror({ there, back })).toEqual([]);
  });
});

describe("many edits at once", () => {
  it("are told the same from run to run, and whatever the order of the document", () => {
    const steps = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(10_000)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...(isLong ? documents : made)), steps, ({ document }, path) => {
        const { document: other } = applyRewritings(document, edits, path);
        const report = JSON.stringify(changesBetween(document, other).map(asTold));

        expect(JSON.stringify(changesBetween(structuredClone(document), structuredClone(other)).map(asTold))).toBe(
          report,
        );
        const turned = [document, other].map(reordered) as [typeof document, typeof document];
        expect(JSON.stringify(changesBetween(...turned).map(asTold))).toBe(report);
      }),
      { numRuns: isLong ? 1000 : 5, endOnFailure: true },
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
