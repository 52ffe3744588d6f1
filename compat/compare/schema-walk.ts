import { compareText } from "../model/compare-text.ts";
import type { Both } from "../model/pair.ts";
import type { CodeList } from "../model/code-list.ts";
import { type Contract, type Schema, hasMarkers } from "../../contracts/index.ts";
import type { Judge } from "../rules/support/judge.ts";
import { type SubtypeFacts, comparableNodes, schemaNode, withShapes } from "../pairing/nodes/schema-node.ts";
import { isRawPart } from "../pairing/raw-parts.ts";
import { type UsageNode, type UsageEdge, isInParameter, textPartAt } from "../model/usage-graph.ts";
import {
  type Alternatives,
  MOST_ALTERNATIVES,
  alignIntegers,
  alternativesOf,
  splitTypesBeside,
  orNull,
} from "../schema/alternatives.ts";
import { mergeAlternatives } from "../schema/equality/merge-alternatives.ts";
import { alignSpellings, asNamedBeside } from "../schema/align-spellings.ts";
import { createCodeLists } from "../schema/bounds/codes.ts";
import { type Digest, createDigests } from "../schema/equality/digest.ts";
import { splitMergedLists } from "../schema/merge-lists.ts";
import { numbersIn } from "../schema/redundant-keywords.ts";
import { unnamedOf } from "../schema/members.ts";
import { createNormalTexts } from "../schema/normal.ts";
import { combinedObject } from "./combined-object.ts";
import { overlapNode } from "../pairing/nodes/overlap-node.ts";
import { type Place, hasKeywords } from "../schema/place.ts";
import { type Read, createReader } from "../schema/reader.ts";
import { intersection } from "../schema/types.ts";
import type { View } from "../schema/view.ts";
import { digestOfPlaces, hasUnion } from "../schema/within.ts";
import type { SchemaPair, SchemaVisit } from "./shape-pairs.ts";
import { createShapeWalk } from "./shape-walk.ts";
import type { PartWithBasis, SchemaNode } from "../pairing/nodes/subjects.ts";
import { valuesWithChangedBasis } from "../pairing/value-basis.ts";
import { propertyStep } from "../model/wording.ts";

/** Most alternatives beyond the branches in one comparison, and fewest in each union. */
const MOST_MULTIPLIED = 2_000;
const FEWEST_ALTERNATIVES = 20;

/** Compares the schemas of two contracts: each pair of definitions once per direction, however many places use it. */
export interface SchemaWalk {
  /** Notes a pair for comparison, with the parts around it. */
  compare(pair: Both<Schema>, around: Both<PartWithBasis>, visit: SchemaVisit): void;
  /** Judges every noted pair, and the pairs inside it. */
  finish(): void;
  /** Digests: equal schemas have the same one. */
  readonly digests: Both<Digest>;
  /** The effective schema of each side. */
  readonly read: Both<(schema: Schema) => View>;
  /** The effective schema of several places together. */
  readonly inside: Both<(places: readonly Place[]) => View>;
  /** Listed values in a body of each side, by path. */
  readonly codes: Both<(schema: Schema) => ReadonlyMap<string, CodeList>>;
}

interface Expandable extends SchemaPair {
  /** The pair is a subtype: its own subtypes are subtypes of the whole as well. */
  readonly isSubtype: boolean;
}

/** A pair that is not judged yet, and its representative. */
interface Noted {
  readonly task: Omit<Expandable, "base" | "revision">;
  readonly home: Home;
}

/** Representative of a set of equivalent pairs. All are judged at it, in whichever direction values travel. */
interface Home {
  pair: Both<View>;
  isJudged: boolean;
}

export function createSchemaWalk(base: Contract, revision: Contract, judge: Judge): SchemaWalk {
  const [digestBase, digestRevision] = createDigests([base, revision]) as [Digest, Digest];
  const normalBase = createNormalTexts(base, digestBase);
  const normalRevision = createNormalTexts(revision, digestRevision);
  const readBase = createReader(base);
  const readRevision = createReader(revision);
  const read = {
    base: (schema: Schema) => readBase([placeFrom(schema)]),
    revision: (schema: Schema) => readRevision([placeFrom(schema)]),
  };
  const sides = {
    base: { contract: base, read: readBase, normal: normalBase, digest: digestBase },
    revision: { contract: revision, read: readRevision, normal: normalRevision, digest: digestRevision },
  };
  const shapes = createShapeWalk(sides, { judge, judgeMarks, judgeSchemas, note });
  const codesBase = createCodeLists(base, readBase);
  const codesRevision = createCodeLists(revision, readRevision);
  const spots = new Map<string, { readonly edges: UsageEdge[] }>();
  const homes = new Map<string, Home>();
  const noted: Noted[] = [];
  let left = MOST_MULTIPLIED;
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
      for (let done = 0; done < noted.length;) {
        const round = noted.slice(done).toSorted((one, other) => comparePlaces(one.home.pair, other.home.pair));
        done = noted.length;
        for (const { task, home } of round) {
          home.isJudged = true;
          expand({ ...task, ...home.pair });
        }
      }
    },
    digests: { base: digestBase, revision: digestRevision },
    read,
    inside: { base: readBase, revision: readRevision },
    codes: {
      base: (schema) => codesBase(read.base(schema)),
      revision: (schema) => codesRevision(read.revision(schema)),
    },
  };

  function visitPlaces({ base: ours, revision: theirs }: Both<readonly Place[]>, visit: SchemaVisit): void {
    const digests = [digestOfPlaces(ours, digestBase), digestOfPlaces(theirs, digestRevision)] as const;
    if (digests[0] === digests[1] && ours[0]?.basis === theirs[0]?.basis) return;
    note({ base: readBase(ours), revision: readRevision(theirs) }, digests, visit);
  }

  /**
   * An equivalent pair is judged once if the base defines it in one place. Equal parts in two places are two changes,
   * because each is announced by itself. Of several places in the revision, the first by name is reported.
   */
  function note(pair: Both<View>, [ours, theirs]: readonly [string, string], { way, polarity }: SchemaVisit): void {
    const isSubtype = way.shape?.isNamed === true;
    const asText = textPartAt(way);
    const { isUnnamed, isDeprecated } = way;
    const before = `${pair.base.pointer} ${ours} ${pair.base.basis}`;
    const key = `${polarity} ${isSubtype} ${isUnnamed} ${isDeprecated} ${isInParameter(asText)} ${before} -> ${theirs} ${pair.revision.basis}`;
    const home = homes.get(key) ?? { pair, isJudged: false };
    homes.set(key, home);
    if (!home.isJudged && comparePlaces(pair, home.pair) < 0) home.pair = pair;
    const known = spots.get(`${asText} ${key}`);
    if (known) {
      known.edges.push(way);
      return;
    }
    const spot = {
      edges: [way],
      ...(asText && { asText }),
      ...(isUnnamed && { isUnnamed }),
      ...(isDeprecated && { isDeprecated }),
    };
    spots.set(`${asText} ${key}`, spot);
    noted.push({ task: { spot, polarity, isSubtype }, home });
  }

  function expand(task: Expandable): void {
    const subtypes = task.isSubtype ? undefined : shapes.compareSubtypes(task);
    if (subtypes === "whole") return;
    if (!hasUnion(task.base) && !hasUnion(task.revision)) {
      comparePlain(task, subtypes);
      return;
    }
    const [ours, theirs] = shapesOf(task);
    const { polarity, spot } = task;
    const overlaps = {
      base: overlapNode(task.base, ours, { polarity, read: readBase, digest: digestBase }),
      revision: overlapNode(task.revision, theirs, { polarity, read: readRevision, digest: digestRevision }),
    };
    judge("overlap", overlaps, { spot, basis: task.base.basis, polarity });
    const [one, another] = ours.views;
    const [other, yetAnother] = theirs.views;
    const compareAsOne = (before: View, after: View): void =>
      comparePlain({
        ...task,
        base: orNull(before, ours.nullable, task.base),
        revision: orNull(after, theirs.nullable, task.revision),
      });
    // If both sides have several shapes, each shape is compared with its counterpart.
    if (!one || !other || (another && yetAnother)) {
      shapes.compareUnions(task, ours, theirs);
      return;
    }
    const before = another ? mergeAlternatives(ours.views, sides.base) : one;
    const after = yetAnother ? mergeAlternatives(theirs.views, sides.revision) : other;
    if (before && after) {
      compareAsOne(before, after);
      return;
    }
    const all = another
      ? combinedObject(ours.views, { whole: task.base, object: other, side: sides.base })
      : combinedObject(theirs.views, { whole: task.revision, object: one, side: sides.revision });
    if (!all) {
      shapes.compareUnions(task, ours, theirs);
      return;
    }
    compareAsOne(another ? all : one, another ? other : all);
    shapes.compareTogether(task, all, another ? other : one);
  }

  /** Alternatives of each side; if a side has several, both sides are brought to the same notation. */
  function shapesOf(task: SchemaPair): readonly [Alternatives, Alternatives] {
    const most = Math.max(FEWEST_ALTERNATIVES, Math.min(MOST_ALTERNATIVES, left));
    const [ours, theirs] = alignIntegers(
      alternativesOf(base, task.base, most),
      alternativesOf(revision, task.revision, most),
    );
    left -= Math.max(ours.multiplied, theirs.multiplied);
    if (ours.views.length < 2 && theirs.views.length < 2) return [ours, theirs];
    const [one, other] = [splitTypesBeside(ours, theirs.views), splitTypesBeside(theirs, ours.views)];
    return [
      { ...one, views: splitMergedLists(one.views, other.views) },
      { ...other, views: splitMergedLists(other.views, one.views) },
    ];
  }

  function comparePlain({ spot, polarity, ...task }: SchemaPair, subtypes?: Both<SubtypeFacts>): void {
    // An unnamed property may have any value in a request. In a response it is an added or a removed property.
    const before = asNamedBeside(task.base, task.revision, { asAnything: polarity === "in" });
    const after = asNamedBeside(task.revision, task.base, { asAnything: false });
    const pair = alignSpellings({ base: before, revision: after }, isRawPart(spot));
    const [ours, theirs] = comparableNodes(
      withShapes(schemaNode(pair.base, polarity, readBase, normalBase), subtypes?.base),
      withShapes(schemaNode(pair.revision, polarity, readRevision, normalRevision), subtypes?.revision),
    );
    judgeSchemas({ base: ours, revision: theirs }, spot);
    for (const name of new Set([...ours.properties.keys(), ...theirs.properties.keys()])) {
      const isUnnamed = !ours.properties.has(name) || !theirs.properties.has(name);
      const way: UsageEdge = { from: spot, step: propertyStep(name), ...(isUnnamed && { isUnnamed }) };
      const one = memberOf([pair.base, ours], name, readBase);
      const other = memberOf([pair.revision, theirs], name, readRevision);
      const [mine, its] = [ours, theirs].map(({ properties }) => properties.get(name));
      if (mine && its) judgeMarks({ base: mine, revision: its }, pair, { way, polarity });
      if (one.length > 0 && other.length > 0) visitPlaces({ base: one, revision: other }, { way, polarity });
    }
    const common = intersection(pair.base.types, pair.revision.types);
    const inside = new Set([...pair.base.inner.keys(), ...pair.revision.inner.keys()]);
    const singled = [...inside].filter((step) => /^\[\d/.test(step)).length;
    for (const step of inside) {
      if (!common.includes(step.startsWith("[") ? "array" : "object") || !isReachable(pair, step)) continue;
      const one = insideOf(pair.base, step);
      const other = insideOf(pair.revision, step);
      const isBehind = step === "[]" && singled > 0;
      const way = { from: spot, step, ...(isBehind && { after: singled }) };
      if (one.length === 0 || other.length === 0) continue;
      if (isMarked && one.some(hasKeywords) && other.some(hasKeywords))
        judgeMarks({ base: readBase(one), revision: readRevision(other) }, pair, { way, polarity });
      visitPlaces({ base: one, revision: other }, { way, polarity });
    }
  }

  /** Reports a part whose basis changed, unless the basis of everything around it changed. */
  function judgeMarks(
    { base: one, revision: other }: Both<PartWithBasis>,
    around: Both<PartWithBasis>,
    { way, polarity }: SchemaVisit,
  ) {
    if (one.basis === other.basis || around.base.basis !== around.revision.basis) return;
    const { step } = way;
    const pair = {
      base: { pointer: one.pointer, basis: one.basis, step },
      revision: { pointer: other.pointer, basis: other.basis, step },
    };
    judge("marked", pair, { spot: way.from, basis: one.basis, polarity });
  }

  /** Schemas at a step. Items without a schema of their own have that of `items`; without any, everything is allowed. */
  function insideOf({ inner, isSealed, pointer, basis, unresolved }: View, step: string): readonly Place[] {
    if (unresolved.length > 0) return inner.get(step) ?? [];
    // A pointer of its own: the schema at the pointer itself has more keywords.
    const anything = [{ pointer: `${pointer}/${step}`, schema: true, basis }];
    if (step.startsWith("[")) return inner.get(step) ?? inner.get("[]") ?? anything;
    return inner.get(step) ?? (step === ".*" && !isSealed ? anything : []);
  }

  function judgeSchemas({ base: one, revision: other }: Both<SchemaNode>, spot: UsageNode): void {
    const { polarity, basis } = one;
    const project = spot.isUnnamed ? ofValues : spot.isDeprecated ? withoutLife : (node: SchemaNode) => node;
    const pair = { base: project(one), revision: project(other) };
    judge("schema", pair, { spot, basis, polarity });
    for (const { from, to, values } of valuesWithChangedBasis({ base: one, revision: other })) {
      const marked = {
        base: { pointer: one.valuesAt, basis: from, step: "", values },
        revision: { pointer: other.valuesAt, basis: to, step: "", values },
      };
      judge("marked", marked, { spot, basis: from, polarity });
    }
    judge(polarity === "in" ? "requestSchema" : "responseSchema", pair, { spot, basis, polarity });
  }
}

/** Schemas of a property, named or not; none if the property is refused. */
function memberOf([view, node]: readonly [View, SchemaNode], name: string, read: Read): readonly Place[] {
  if (node.properties.has(name)) return view.properties.get(name) ?? [];
  if (view.properties.has(name)) return [];
  const places = unnamedOf(view.parts, name);
  return read(places).isNothing ? [] : places;
}

/** Checks that both sides can have items at a step; "[]" is for items without a schema of their own. */
function isReachable({ base: one, revision: other }: Both<View>, step: string): boolean {
  if (!step.startsWith("[")) return true;
  const most = Math.min(...numbersIn([...one.parts, ...other.parts], "maxItems"));
  const single = new Set([...one.inner.keys(), ...other.inner.keys()].filter((key) => /^\[\d/.test(key)));
  return (step === "[]" ? single.size : Number(step.slice(1, -1))) < most;
}

/** The node without its deprecation and default: only what it accepts. */
function ofValues(node: SchemaNode): SchemaNode {
  return {
    ...withoutLife(node),
    all: (keyword) => (keyword === "default" ? [] : node.all(keyword)),
  };
}

function withoutLife(node: SchemaNode): SchemaNode {
  return { ...node, lifecycle: { deprecated: false } };
}

function placeFrom({ pointer, value, basis }: Schema): Place {
  return { pointer, schema: value, basis };
}

function comparePlaces(one: Both<View>, other: Both<View>): number {
  return compareText(one.base.pointer, other.base.pointer) || compareText(one.revision.pointer, other.revision.pointer);
}
