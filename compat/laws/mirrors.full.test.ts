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
/** Number of places at which each edit is tried. */
const places = isLong ? 10 : 2;
/** Edits without an effect at one kind of place. A comment gives the reason. */
const editsWithoutEffect = new RegExp(
  [
    "^add [45].* responses", // "default" already documents the error
    "^remove one of the responses",
    "^write (one|any)Of as", // no value matches two of the shapes
    "x-assumed", // the part was assumed already, or needs no credentials
    '"security":\\[\\]',
  ].join("|"),
);

/** Edits that may have no mirror: a removed status falls back to a range or to "default", which has other contents. */
const editsWithoutMirror: readonly (readonly [edit: RegExp, rule: string])[] = [
  [/ responses of a operation$/, "media-type-added"],
  [/ to the responses of a operation$/, "stated-became-assumed"],
];

const known = new Map<string, BothDirections>();

/** Changes of an edit and of its reverse. Undefined if the document has no place for the edit. */
function changesOfEdit(name: string, index: number, place: number): BothDirections | undefined {
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
  it.each(edits.map(({ name }, index) => [name, index] as const))(
    "is reported, and so is its reverse: %s",
    (title, index) => {
      for (const { name } of isLong ? documents : made) {
        for (let place = 0; place < places; place++) {
          const found = changesOfEdit(name, index, place);
          if (!found) break;
          const mirrored = ({ rule }: Change): boolean =>
            !editsWithoutMirror.some(([edit, id]) => edit.test(title) && id === rule);
          const { there, back } = found;
          // In other documents, another keyword can hide the edit. These places exist for it.
          const isMade = place < 2 && made.some((one) => one.name === name);
          if (isMade && !editsWithoutEffect.test(title))
            expect([name, place, there.length]).not.toEqual([name, place, 0]);
          // An unreadable part is one change. In reverse, each change of the part is reported.
          if ([...there, ...back].some(({ rule }) => rule === "became-unreadable")) continue;
          expect(changesWithoutMirror({ there: there.filter(mirrored), back })).toEqual([]);
          expect(changesWithoutMirror({ there: back.filter(mirrored), back: there })).toEqual([]);
        }
      }
    },
  );

  it("exists for each rule", () => {
    const fired = new Set<string>();
    for (const { name } of made) {
      for (let index = 0; index < edits.length; index++) {
        for (let place = 0; place < places; place++) {
          const { there = [], back = [] } = changesOfEdit(name, index, place) ?? {};
          for (const { rule } of [...there, ...back]) fired.add(rule);
        }
      }
    }

    expect(rules.map(({ id }) => id).filter((id) => !fired.has(id))).toEqual([]);
  });

  it("fails the check if its reverse is not reported", () => {
    const index = edits.findIndex(({ name }) => name === "add a property");
    const { there = [], back = [] } = changesOfEdit("keywords", index, 1) ?? {};

    expect(there).not.toEqual([]);
    expect(changesWithoutMirror({ there, back: [] })).not.toEqual([]);
    expect(changesWithoutMirror({ there, back })).toEqual([]);
  });
});

describe("several edits together", () => {
  it("have the same changes in each run and in any order of the document", () => {
    const steps = fc.array(fc.tuple(fc.nat(edits.length - 1), fc.nat(10_000)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(...(isLong ? documents : made)), steps, ({ document }, path) => {
        const { document: other } = applyRewritings(document, edits, path);
        const report = JSON.stringify(changesBetween(document, other).map(orderIndependentMembers));

        expect(
          JSON.stringify(
            changesBetween(structuredClone(document), structuredClone(other)).map(orderIndependentMembers),
          ),
        ).toBe(report);
        const turned = [document, other].map(reordered) as [typeof document, typeof document];
        expect(JSON.stringify(changesBetween(...turned).map(orderIndependentMembers))).toBe(report);
      }),
      { numRuns: isLong ? 1000 : 5, endOnFailure: true },
    );
  });
});

/** The members of a change that do not depend on the order of the document. */
function orderIndependentMembers({ id, rule, verdict, operation, operations, path }: Change): unknown {
  return { id, rule, verdict, operation, operations, path };
}

function reordered<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => reordered(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [key, reordered(inner)]);
  return Object.fromEntries(entries.toReversed()) as T;
}
