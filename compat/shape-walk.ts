import { type JsonSchema, referenceTo } from "../contracts/index.ts";
import type { Judge } from "./judge.ts";
import type { Both } from "./match.ts";
import { asNamed, heirsIn, impliedBy, namingOf, tagsOf, valuesOf } from "./named-heirs.ts";
import { sayings, schemaNode } from "./nodes.ts";
import type { Shaped, Spot, Way } from "./reach.ts";
import { asOneBeside } from "./schemas/as-one.ts";
import { type Alternatives, typesOf, unresolvedOf } from "./schemas/alternatives.ts";
import { pairBranches, pairHeirs } from "./schemas/branches.ts";
import { type Side, keysOf, ownKeysOf } from "./schemas/keys.ts";
import type { Normal } from "./schemas/normal.ts";
import { calledOf, discriminatorOf, mappingOf, shapesOf, unionNode } from "./schemas/shapes.ts";
import { type TaggedPairs, pairedByTag } from "./schemas/tags.ts";
import { leftOf } from "./schemas/one-object.ts";
import { union, within } from "./schemas/types.ts";
import type { View } from "./schemas/view.ts";
import { isCovered } from "./schemas/within.ts";
import type { Marked, Polarity, SchemaNode, UnionNode } from "./subjects.ts";
import { oneOf, quoted } from "./wording.ts";

/** Two schemas to compare, where the walk came to them. */
export interface Task extends Both<View> {
  readonly spot: Spot;
  readonly polarity: Polarity;
}

/** Compares what a value may be as one of several shapes. */
export interface ShapeWalk {
  /** Shapes that a union lists. */
  compareUnions(task: Task, ours: Alternatives, theirs: Alternatives): void;
  /** What the shapes of one side say together, and the one object of the other: whether that need not be any of them. */
  compareTogether(task: Task, all: View, object: View): void;
  /** Shapes that build on a schema; which is which, or nothing where there are none. */
  compareHeirs(task: Task): Both<Told> | undefined;
}

/** What names of shapes say in a schema. */
type Told = Pick<SchemaNode, "shapeAt" | "implied">;

/** What it needs of the walk that it is a part of. */
interface Around {
  readonly judge: Judge;
  /** Offers two schemas as such to the rules. */
  readonly judgeMarks: (around: Both<Marked>, pair: Both<Marked>, way: Way, polarity: Polarity) => void;
  readonly judgeSchemas: (pair: Both<SchemaNode>, spot: Spot) => void;
  /** Notes two schemas that are to be compared, with the digests of both. */
  readonly note: (pair: Both<View>, keys: readonly [string, string], way: Way, polarity: Polarity) => void;
}

/** What is said of a union as a whole, and not of each of its shapes. */
const aboutUnions = new Set(["discriminator", "default"]);

export function createShapeWalk(sides: Both<Side>, { judge, judgeMarks, judgeSchemas, note }: Around): ShapeWalk {
  return { compareUnions, compareTogether, compareHeirs };

  /** What builds on a schema whose discriminator tells of it is a shape of its values, as if a union listed it. */
  function compareHeirs({ spot, polarity, ...whole }: Task): Both<Told> | undefined {
    const ours = heirsIn(sides.base, whole.base);
    const theirs = heirsIn(sides.revision, whole.revision);
    if (ours.length === 0 && theirs.length === 0) return undefined;
    const views = { base: ours.map(({ view }) => view), revision: theirs.map(({ view }) => view) };
    const keys = { base: keysOf(views.base, sides.base), revision: keysOf(views.revision, sides.revision) };
    const values = { base: valuesOf(ours), revision: valuesOf(theirs) };
    const own = { base: ownKeysOf(views.base, sides.base), revision: ownKeysOf(views.revision, sides.revision) };
    const shapes = pairedByTag(views, pairHeirs(views.base, views.revision, values, own), {
      sides,
      keys,
      discriminators: discriminatorsOf(whole),
      named: { base: namingOf(ours), revision: namingOf(theirs) },
    });
    const tags = new Map([...tagsOf(ours, whole.base), ...tagsOf(theirs, whole.revision)]);
    notePairs(shapes, keys, { way: { from: spot, step: "", isByName: true }, whole, polarity, tags });
    if (discriminatorOf(whole.base) === discriminatorOf(whole.revision)) {
      const left = (side: readonly View[], others: readonly View[]) => ({ left: side, others, tags, isByName: true });
      const pair = {
        base: unionNode(whole.base, polarity, left(shapes.base, views.revision)),
        revision: unionNode(whole.revision, polarity, left(shapes.revision, views.base)),
      };
      judge("union", pair, { spot, basis: whole.base.basis, polarity });
    }
    const at = shapesOf(shapes, keys);
    return {
      base: { shapeAt: at.base, implied: impliedBy(ours, shapes.base) },
      revision: { shapeAt: at.revision, implied: impliedBy(theirs, shapes.revision) },
    };
  }

  function notePairs(
    { pairs, where }: TaggedPairs,
    keys: Both<ReadonlyMap<View, string>>,
    {
      way,
      whole,
      polarity,
      tags,
    }: Pick<Task, "polarity"> & {
      readonly way: Way;
      readonly whole: Both<View>;
      /** What else holds of values of a shape. */
      readonly tags?: ReadonlyMap<View, JsonSchema>;
    },
  ): void {
    const shapeOf = (view: View, around: View): Shaped => ({
      schemas: [...ownSchemas(view, around), ...[tags?.get(view) ?? []].flat()],
      whole: around.schemas,
    });
    for (const [one, other] of pairs) {
      judgeMarks(whole, { base: one, revision: other }, way, polarity);
      const pairKeys = [keys.base.get(one) ?? "", keys.revision.get(other) ?? ""] as const;
      if (pairKeys[0] === pairKeys[1]) continue;
      const tag = where.get(one);
      const shape = {
        base: shapeOf(one, whole.base),
        revision: shapeOf(other, whole.revision),
        ...(tag && { where: `${quoted(tag.name)} is ${oneOf([...tag.values.values()])}` }),
      };
      const pair = tags ? asNamed({ base: one, revision: other }, whole, sides) : { base: one, revision: other };
      note(pair, pairKeys, { ...way, shape }, polarity);
    }
  }

  /** The shapes of both sides; those that only one has in one form. */
  function shapesIn(ours: Alternatives, theirs: Alternatives) {
    const keysIn = (base: readonly View[], revision: readonly View[]) => ({
      base: keysOf(base, sides.base),
      revision: keysOf(revision, sides.revision),
    });
    const views = { base: ours.views, revision: theirs.views };
    const keys = keysIn(views.base, views.revision);
    const [known, its] = [new Set(keys.base.values()), new Set(keys.revision.values())];
    const left = {
      base: views.base.filter((view) => !its.has(keys.base.get(view) ?? "")),
      revision: views.revision.filter((view) => !known.has(keys.revision.get(view) ?? "")),
    };
    const base = asOneBeside(left.base, sides.base, left.revision, sides.revision);
    const revision = asOneBeside(left.revision, sides.revision, left.base, sides.base);
    if (base === left.base && revision === left.revision) return { views, keys };
    const inOneForm = {
      base: [...views.base.filter((view) => !left.base.includes(view)), ...base],
      revision: [...views.revision.filter((view) => !left.revision.includes(view)), ...revision],
    };
    return { views: inOneForm, keys: keysIn(inOneForm.base, inOneForm.revision) };
  }

  function compareTogether({ spot, polarity, ...whole }: Task, all: View, object: View): void {
    const isSplit = all.schemas === whole.revision.schemas;
    const [here, there] = isSplit ? (["base", "revision"] as const) : (["revision", "base"] as const);
    const left = leftOf([object, sides[here]], [all, sides[there]]);
    if (!left) return;
    const node = (view: View): UnionNode => unionNode(view, polarity, { left: [], others: [] });
    const one = { ...node(whole[here]), schemas: left.object, isOneObject: true };
    const other = { ...node(whole[there]), schemas: left.shapes };
    const pair = isSplit ? { base: one, revision: other } : { base: other, revision: one };
    judge("union", pair, { spot, basis: whole.base.basis, polarity });
  }

  /** Shapes that belong together are compared; of what only one side has, the types it brings are, or else the shape. */
  function compareUnions({ spot, polarity, ...whole }: Task, ours: Alternatives, theirs: Alternatives): void {
    const { views, keys } = shapesIn(ours, theirs);
    const apart = {
      base: keysApart(views.base, whole.base, sides.base),
      revision: keysApart(views.revision, whole.revision, sides.revision),
    };
    const paired = pairBranches(views.base, views.revision, keys, apart);
    const branches = pairedByTag(views, paired, {
      sides,
      keys,
      discriminators: discriminatorsOf(whole),
      named: { base: namesIn(views.base, whole.base), revision: namesIn(views.revision, whole.revision) },
    });
    notePairs(branches, keys, { way: { from: spot, step: "" }, whole, polarity });
    const before = typesOf(ours);
    const grown = typesOf({ views: branches.revision, nullable: theirs.nullable });
    const lost = typesOf({ views: branches.base, nullable: ours.nullable }).filter(
      (type) => within([type], typesOf(theirs)).length === 0,
    );
    const after = union(before, grown).filter((type) => !lost.includes(type));
    const unknown = { base: unresolvedOf(whole.base, ours), revision: unresolvedOf(whole.revision, theirs) };
    // Of one shape there is nothing to tell apart.
    const hasOne = ({ views: all }: Alternatives, view: View): boolean =>
      all.length < 2 && discriminatorOf(view) === undefined;
    const isTold = (keyword: string): boolean =>
      keyword === "discriminator"
        ? !hasOne(ours, whole.base) && !hasOne(theirs, whole.revision)
        : aboutUnions.has(keyword);
    const node = (view: View, types: View["types"], normal: Normal): SchemaNode => ({
      ...schemaNode({ ...view, types, typesAt: view.pointer, nullAt: view.pointer }, polarity, () => view, normal),
      properties: new Map(),
      required: new Map(),
      all: (keyword) => (isTold(keyword) ? sayings(view, keyword) : []),
      near: () => view.pointer,
    });
    const { values: _, ...one } = node(whole.base, before, sides.base.normal);
    const { values: __, ...other } = node(whole.revision, after, sides.revision.normal);
    const shapes = shapesOf(branches, keys);
    judgeSchemas(
      {
        base: { ...one, unresolved: unknown.base, shapeAt: shapes.base },
        revision: { ...other, unresolved: unknown.revision, shapeAt: shapes.revision },
      },
      spot,
    );
    const left = (side: "base" | "revision", types: View["types"]) => {
      const there = side === "base" ? "revision" : "base";
      const known = new Set(keys[there].values());
      const all = side === "base" ? views.revision : views.base;
      return branches[side].filter(
        (view) =>
          !known.has(keys[side].get(view) ?? "") &&
          within(view.types, types).length > 0 &&
          !isCovered([view, sides[side]], all, sides[there]),
      );
    };
    const pair = {
      base: unionNode(whole.base, polarity, {
        left: left("base", typesOf(theirs)),
        others: views.revision,
        unresolved: unknown.base,
      }),
      revision: unionNode(whole.revision, polarity, {
        left: left("revision", before),
        others: views.base,
        unresolved: unknown.revision,
      }),
    };
    judge("union", pair, { spot, basis: whole.base.basis, polarity });
  }
}

/** The properties by which discriminators tell shapes apart: one, or another one on each side. */
function discriminatorsOf({ base, revision }: Both<View>): string[] {
  return [...new Set([discriminatorOf(base), discriminatorOf(revision)])].filter((name) => name !== undefined);
}

/** The values by which a discriminator calls each shape, by their text; it does not tell apart those of one name. */
function namesIn(views: readonly View[], whole: View): Map<View, ReadonlyMap<string, string>> {
  const byTarget = Map.groupBy(mappingOf(whole), ([, target]) => target);
  const byName = Map.groupBy(views, calledOf);
  return new Map(
    views.map((view) => {
      const isAlone = byName.get(calledOf(view))?.length === 1;
      const named = (isAlone && byTarget.get(referenceTo(calledOf(view)))) || [];
      return [view, new Map(named.map(([value]) => [JSON.stringify(value), value]))];
    }),
  );
}

/** What each shape of a schema says beside what all of them say. */
function keysApart(views: readonly View[], whole: View, { digest }: Side): Map<View, string> {
  const said = (view: View): string => ownSchemas(view, whole).map(digest).join("&");
  return new Map(views.flatMap((view) => (said(view) === "" ? [] : [[view, said(view)] as const])));
}

/** What a shape says beside all that says that it is one of several. */
function ownSchemas({ schemas }: View, whole: View): View["schemas"] {
  const isBelow = whole.schemas.every((schema, index) => schemas[index] === schema);
  return isBelow ? schemas.slice(whole.schemas.length) : schemas;
}
