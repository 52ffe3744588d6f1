import { valuesOnly, withoutLifecycle } from "./values-only.ts";
import { compareText } from "../model/compare-text.ts";
import type { Both } from "../model/pair.ts";
import type { CodeList } from "../model/code-list.ts";
import { type Contract, type Schema, chargeShared, hasMarkers, sharedLeft } from "../../contracts/index.ts";
import type { Judge } from "../rules/support/judge.ts";
import { type SubtypeFacts, comparableNodes, schemaNode, withShapes } from "../pairing/nodes/schema-node.ts";
import { isRawPart } from "../pairing/raw-parts.ts";
import { type UsageNode, type UsageEdge, isInParameter, classifyTextPart } from "../model/usage-graph.ts";
import {
  type Alternatives,
  MAX_ALTERNATIVES,
  alignIntegers,
  listAlternatives,
  splitTypesBeside,
  orNull,
} from "../schema/alternatives.ts";
import { alignConditions } from "../schema/align-conditions.ts";
import { alignBinaryNotations, asNamedBeside } from "../schema/align-spellings.ts";
import { createCodeLists } from "../schema/bounds/codes.ts";
import { type Digest, createDigests } from "../schema/equality/digest.ts";
import { splitMergedTypes } from "../schema/merge-lists.ts";
import { listNumbers } from "../schema/redundant-keywords.ts";
import { listUnnamedPlaces } from "../schema/members.ts";
import { createNormalTexts } from "../schema/normal.ts";
import { combinedObject } from "./combined-object.ts";
import { overlapNode } from "../pairing/nodes/overlap-node.ts";
import { type Place, hasKeywords } from "../schema/place.ts";
import { type Read, createSchemaReader } from "../schema/reader.ts";
import { intersection } from "../schema/types.ts";
import type { View } from "../schema/view.ts";
import { digestOfPlaces, hasUnion } from "../schema/within.ts";
import type { SchemaPair, SchemaVisit } from "./shape-pairs.ts";
import { createShapeWalk } from "./shape-walk.ts";
import type { PartWithBasis, SchemaNode } from "../pairing/nodes/subjects.ts";
import { valuesWithChangedBasis } from "../pairing/value-basis.ts";
import { propertyStep } from "../model/wording.ts";

/** Steps of the shared budget that an alternative beyond the written branches takes. */
const STEPS_OF_MULTIPLIED = 5_000;

/** Number of alternatives that every union may have, whatever is left of the budget. */
const FEWEST_ALTERNATIVES = 20;

/** Compares the schemas of two contracts: each pair of definitions once per direction, however many places use it. */
export interface SchemaWalk {
  /** Schedules the comparison of a pair, with the parts that contain it. */
  compare(pair: Both<Schema>, around: Both<PartWithBasis>, visit: SchemaVisit): void;
  /** Compares every scheduled pair, and the pairs inside it. */
  finish(): void;
  /** Digests: equal schemas have the same one. */
  readonly digests: Both<Digest>;
  /** The effective schema of each side. */
  readonly read: Both<(schema: Schema) => View>;
  /** The effective schema of several places together. */
  readonly readPlaces: Both<(places: readonly Place[]) => View>;
  /** Listed values in a body of each side, by path. */
  readonly codes: Both<(schema: Schema) => ReadonlyMap<string, CodeList>>;
}

interface Expandable extends SchemaPair {
  /** True if the pair is a subtype. Its own subtypes then belong to the enclosing schema as well. */
  readonly isSubtype: boolean;
}

/** A scheduled pair, and its representative. */
interface ScheduledPair {
  readonly task: Omit<Expandable, "base" | "revision">;
  readonly representative: Representative;
}

/** Representative of a set of equivalent pairs. Changes of all of them, in both directions, are reported there. */
interface Representative {
  pair: Both<View>;
  isJudged: boolean;
}

export function createSchemaWalk(base: Contract, revision: Contract, judge: Judge): SchemaWalk {
  const [digestBase, digestRevision] = createDigests([base, revision]) as [Digest, Digest];
  const normalBase = createNormalTexts(base, digestBase);
  const normalRevision = createNormalTexts(revision, digestRevision);
  const readBase = createSchemaReader(base);
  const readRevision = createSchemaReader(revision);
  const read = {
    base: (schema: Schema) => readBase([placeFrom(schema)]),
    revision: (schema: Schema) => readRevision([placeFrom(schema)]),
  };
  const sides = {
    base: { contract: base, read: readBase, normal: normalBase, digest: digestBase },
    revision: { contract: revision, read: readRevision, normal: normalRevision, digest: digestRevision },
  };
  const shapes = createShapeWalk(sides, { judge, judgeMarks, judgeSchemas, schedule: schedulePair });
  const codesBase = createCodeLists(base, readBase);
  const codesRevision = createCodeLists(revision, readRevision);
  const usages = new Map<string, { readonly edges: UsageEdge[] }>();
  const representatives = new Map<string, Representative>();
  const scheduled: ScheduledPair[] = [];
  // Without markers, every part is stated.
  const isMarked = [base, revision].some(({ document }) => hasMarkers(document));

  return {
    compare(pair, around, visit) {
      const places = { base: [placeFrom(pair.base)], revision: [placeFrom(pair.revision)] };
      if (isMarked) judgeMarks({ base: readBase(places.base), revision: readRevision(places.revision) }, around, visit);
      visitPlaces(places, visit);
    },
    finish() {
      // In rounds, each sorted by name: the representative does not depend on the order of the document.
      for (let done = 0; done < scheduled.length;) {
        const round = scheduled
          .slice(done)
          .toSorted((one, other) => comparePlaces(one.representative.pair, other.representative.pair));
        done = scheduled.length;
        for (const { task, representative } of round) {
          representative.isJudged = true;
          expandPair({ ...task, ...representative.pair });
        }
      }
    },
    digests: { base: digestBase, revision: digestRevision },
    read,
    readPlaces: { base: readBase, revision: readRevision },
    codes: {
      base: (schema) => codesBase(read.base(schema)),
      revision: (schema) => codesRevision(read.revision(schema)),
    },
  };

  function visitPlaces({ base: fromBase, revision: fromRevision }: Both<readonly Place[]>, visit: SchemaVisit): void {
    const digests = [digestOfPlaces(fromBase, digestBase), digestOfPlaces(fromRevision, digestRevision)] as const;
    if (digests[0] === digests[1] && fromBase[0]?.basis === fromRevision[0]?.basis) return;
    schedulePair({ base: readBase(fromBase), revision: readRevision(fromRevision) }, digests, visit);
  }

  /**
   * An equivalent pair is judged once if the base defines it in one place. Equal parts in two places are two changes,
   * because each is announced by itself. Of several places in the revision, the first by name is reported.
   */
  function schedulePair(
    pair: Both<View>,
    [fromBase, fromRevision]: readonly [string, string],
    { edge, polarity }: SchemaVisit,
  ): void {
    const isSubtype = edge.shape?.isNamed === true;
    const textKind = classifyTextPart(edge);
    const { isUnnamed, isDeprecated } = edge;
    const before = `${pair.base.pointer} ${fromBase} ${pair.base.basis}`;
    const key = `${polarity} ${isSubtype} ${isUnnamed} ${isDeprecated} ${isInParameter(textKind)} ${before} -> ${fromRevision} ${pair.revision.basis}`;
    const representative = representatives.get(key) ?? { pair, isJudged: false };
    representatives.set(key, representative);
    if (!representative.isJudged && comparePlaces(pair, representative.pair) < 0) representative.pair = pair;
    const known = usages.get(`${textKind} ${key}`);
    if (known) {
      known.edges.push(edge);
      return;
    }
    const usage = {
      edges: [edge],
      ...(textKind && { textKind }),
      ...(isUnnamed && { isUnnamed }),
      ...(isDeprecated && { isDeprecated }),
    };
    usages.set(`${textKind} ${key}`, usage);
    scheduled.push({ task: { usage, polarity, isSubtype }, representative });
  }

  function expandPair(task: Expandable): void {
    const subtypes = task.isSubtype ? undefined : shapes.compareSubtypes(task);
    if (subtypes === "whole") return;
    if (!hasUnion(task.base) && !hasUnion(task.revision)) {
      comparePlain(task, subtypes);
      return;
    }
    const [fromBase, fromRevision] = alignAlternatives(task);
    const { polarity, usage } = task;
    const overlaps = {
      base: overlapNode(task.base, fromBase, { polarity, read: readBase, digest: digestBase }),
      revision: overlapNode(task.revision, fromRevision, { polarity, read: readRevision, digest: digestRevision }),
    };
    judge("overlap", overlaps, { usage, basis: task.base.basis, polarity });
    const [one, another] = fromBase.views;
    const [other, yetAnother] = fromRevision.views;
    const compareAsOne = (before: View, after: View): void =>
      comparePlain({
        ...task,
        base: orNull(before, fromBase.nullable, task.base),
        revision: orNull(after, fromRevision.nullable, task.revision),
      });
    // If both sides have several shapes, each shape is compared with its counterpart.
    if (!one || !other || (another && yetAnother)) {
      shapes.compareUnions(task, fromBase, fromRevision);
      return;
    }
    if (!another && !yetAnother) {
      compareAsOne(one, other);
      return;
    }
    const all = another
      ? combinedObject(fromBase.views, { whole: task.base, object: other, side: sides.base })
      : combinedObject(fromRevision.views, { whole: task.revision, object: one, side: sides.revision });
    if (!all) return shapes.compareUnions(task, fromBase, fromRevision);
    compareAsOne(another ? all : one, another ? other : all);
    shapes.compareCombined(task, all, another ? other : one);
  }

  /** Alternatives of each side; if a side has several, both sides are brought to the same notation. */
  function alignAlternatives(task: SchemaPair): readonly [Alternatives, Alternatives] {
    const most = Math.max(FEWEST_ALTERNATIVES, Math.min(MAX_ALTERNATIVES, sharedLeft() / STEPS_OF_MULTIPLIED));
    const [fromBase, fromRevision] = alignIntegers(
      ...alignConditions(
        [listAlternatives(base, task.base, most), sides.base],
        [listAlternatives(revision, task.revision, most), sides.revision],
      ),
    );
    chargeShared(STEPS_OF_MULTIPLIED * Math.max(fromBase.multiplied, fromRevision.multiplied));
    if (fromBase.views.length < 2 && fromRevision.views.length < 2) return [fromBase, fromRevision];
    const one = splitTypesBeside(fromBase, fromRevision.views);
    const other = splitTypesBeside(fromRevision, fromBase.views);
    return [
      { ...one, views: splitMergedTypes(one.views, other.views) },
      { ...other, views: splitMergedTypes(other.views, one.views) },
    ];
  }

  function comparePlain({ usage, polarity, ...task }: SchemaPair, subtypes?: Both<SubtypeFacts>): void {
    // An unnamed property may have any value in a request. In a response it is an added or a removed property.
    const before = asNamedBeside(task.base, task.revision, { asAnything: polarity === "in" });
    const after = asNamedBeside(task.revision, task.base, { asAnything: false });
    const pair = alignBinaryNotations({ base: before, revision: after }, isRawPart(usage));
    const [fromBase, fromRevision] = comparableNodes(
      withShapes(schemaNode(pair.base, polarity, sides.base), subtypes?.base),
      withShapes(schemaNode(pair.revision, polarity, sides.revision), subtypes?.revision),
    );
    judgeSchemas({ base: fromBase, revision: fromRevision }, usage);
    for (const name of new Set([...fromBase.properties.keys(), ...fromRevision.properties.keys()])) {
      const isUnnamed = !fromBase.properties.has(name) || !fromRevision.properties.has(name);
      const isRequired = fromBase.required.has(name);
      const edge: UsageEdge = { from: usage, step: propertyStep(name), isUnnamed, isRequired };
      const one = findMemberPlaces([pair.base, fromBase], name, readBase);
      const other = findMemberPlaces([pair.revision, fromRevision], name, readRevision);
      const [basePlaces, revisionPlaces] = [fromBase, fromRevision].map(({ properties }) => properties.get(name));
      if (basePlaces && revisionPlaces)
        judgeMarks({ base: basePlaces, revision: revisionPlaces }, pair, { edge, polarity });
      if (one.length > 0 && other.length > 0) visitPlaces({ base: one, revision: other }, { edge, polarity });
    }
    const common = intersection(pair.base.types, pair.revision.types);
    const inside = new Set([...pair.base.inner.keys(), ...pair.revision.inner.keys()]);
    const singled = [...inside].filter((step) => /^\[\d/.test(step)).length;
    for (const step of inside) {
      if (!common.includes(step.startsWith("[") ? "array" : "object") || !isReachable(pair, step)) continue;
      const one = findInnerPlaces(pair.base, step);
      const other = findInnerPlaces(pair.revision, step);
      const isBehind = step === "[]" && singled > 0;
      const edge = { from: usage, step, ...(isBehind && { after: singled }) };
      if (one.length === 0 || other.length === 0) continue;
      if (isMarked && one.some(hasKeywords) && other.some(hasKeywords))
        judgeMarks({ base: readBase(one), revision: readRevision(other) }, pair, { edge, polarity });
      visitPlaces({ base: one, revision: other }, { edge, polarity });
    }
  }

  /** Reports a part whose basis changed, unless the basis of everything around it changed. */
  function judgeMarks(
    { base: one, revision: other }: Both<PartWithBasis>,
    around: Both<PartWithBasis>,
    { edge, polarity }: SchemaVisit,
  ) {
    if (one.basis === other.basis || around.base.basis !== around.revision.basis) return;
    const { step } = edge;
    const pair = {
      base: { pointer: one.pointer, basis: one.basis, step },
      revision: { pointer: other.pointer, basis: other.basis, step },
    };
    judge("marked", pair, { usage: edge.from, basis: one.basis, polarity });
  }

  /** Schemas at a step. Items without a schema of their own have that of `items`; without any, everything is allowed. */
  function findInnerPlaces({ inner, isSealed, pointer, basis, unresolved }: View, step: string): readonly Place[] {
    if (unresolved.length > 0) return inner.get(step) ?? [];
    // The pointer is new, because the schema at `pointer` has other keywords.
    const anything = [{ pointer: `${pointer}/${step}`, schema: true, basis }];
    if (step.startsWith("[")) return inner.get(step) ?? inner.get("[]") ?? anything;
    return inner.get(step) ?? (step === ".*" && !isSealed ? anything : []);
  }

  function judgeSchemas({ base: one, revision: other }: Both<SchemaNode>, usage: UsageNode): void {
    const { polarity, basis } = one;
    const project = usage.isUnnamed ? valuesOnly : usage.isDeprecated ? withoutLifecycle : (node: SchemaNode) => node;
    const pair = { base: project(one), revision: project(other) };
    judge("schema", pair, { usage, basis, polarity });
    for (const { from, to, values } of valuesWithChangedBasis({ base: one, revision: other })) {
      const marked = {
        base: { pointer: one.valuesAt, basis: from, step: "", values },
        revision: { pointer: other.valuesAt, basis: to, step: "", values },
      };
      judge("marked", marked, { usage, basis: from, polarity });
    }
    judge(polarity === "in" ? "requestSchema" : "responseSchema", pair, { usage, basis, polarity });
  }
}

/** Schemas of a property, named or not; none if the property is refused. */
function findMemberPlaces([view, node]: readonly [View, SchemaNode], name: string, read: Read): readonly Place[] {
  if (node.properties.has(name)) return view.properties.get(name) ?? [];
  if (view.properties.has(name)) return [];
  const places = listUnnamedPlaces(view.parts, name);
  return read(places).isNothing ? [] : places;
}

/** Checks that both sides can have items at a step; "[]" is for items without a schema of their own. */
function isReachable({ base: one, revision: other }: Both<View>, step: string): boolean {
  if (!step.startsWith("[")) return true;
  const most = Math.min(...listNumbers([...one.parts, ...other.parts], "maxItems"));
  const single = new Set([...one.inner.keys(), ...other.inner.keys()].filter((key) => /^\[\d/.test(key)));
  return (step === "[]" ? single.size : Number(step.slice(1, -1))) < most;
}

function placeFrom({ pointer, value, basis }: Schema): Place {
  return { pointer, schema: value, basis };
}

function comparePlaces(one: Both<View>, other: Both<View>): number {
  return compareText(one.base.pointer, other.base.pointer) || compareText(one.revision.pointer, other.revision.pointer);
}
