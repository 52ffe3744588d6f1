import type { Both } from "../model/pair.ts";
import { referenceTo } from "../../contracts/index.ts";
import { type CompareSubtypes, createSubtypeWalk } from "./subtype-walk.ts";
import { type Alternatives, collectTypes, collectUnresolved } from "../schema/alternatives.ts";
import { pairBranches } from "../schema/branches.ts";
import { type Side, computeViewKeys } from "../schema/keys.ts";
import {
  discriminatedName,
  findDiscriminator,
  listDiscriminators,
  listMappingEntries,
  shapeLookups,
  unionNode,
} from "../pairing/nodes/union-node.ts";
import { pairByTag } from "../schema/tags.ts";
import { remainingSchemas } from "./combined-object.ts";
import { unionOfTypes, includedTypes } from "../schema/types.ts";
import type { View } from "../schema/view.ts";
import { isCovered } from "../schema/within.ts";
import { type WalkFunctions, type SchemaPair, unionKeywords, createShapePairs, ownSchemas } from "./shape-pairs.ts";
import type { UnionNode } from "../pairing/nodes/subjects.ts";

/** Compares the shapes of unions. */
export interface ShapeWalk {
  /** Compares shapes that a union lists. */
  compareUnions(task: SchemaPair, baseShapes: Alternatives, revisionShapes: Alternatives): void;
  /** Compares all shapes of one side together with the one object of the other side. */
  compareCombined(task: SchemaPair, all: View, object: View): void;
  readonly compareSubtypes: CompareSubtypes;
}

export function createShapeWalk(sides: Both<Side>, around: WalkFunctions): ShapeWalk {
  const { judge } = around;
  const { schedulePairs, judgeUnion } = createShapePairs(sides, around);
  return {
    compareUnions,
    compareCombined,
    compareSubtypes: createSubtypeWalk(sides, { judge, schedulePairs, judgeUnion }),
  };

  function compareCombined({ usage, polarity, ...whole }: SchemaPair, all: View, object: View): void {
    const isSplit = all.schemas === whole.revision.schemas;
    const [here, there] = isSplit ? (["base", "revision"] as const) : (["revision", "base"] as const);
    const unmatched = remainingSchemas([object, sides[here]], [all, sides[there]]);
    if (!unmatched) return;
    const node = (view: View): UnionNode => unionNode(view, polarity, { shapes: [], others: [] });
    const one = { ...node(whole[here]), schemas: unmatched.object, isOneObject: true };
    const other = { ...node(whole[there]), schemas: unmatched.shapes };
    const pair = isSplit ? { base: one, revision: other } : { base: other, revision: one };
    judge("union", pair, { usage, basis: whole.base.basis, polarity });
  }

  /**
   * Compares each pair of corresponding shapes. For shapes of one side only, reports added and removed types, or the shape.
   */
  function compareUnions(
    { usage, polarity, ...whole }: SchemaPair,
    baseShapes: Alternatives,
    revisionShapes: Alternatives,
  ): void {
    const views = { base: baseShapes.views, revision: revisionShapes.views };
    const keys = {
      base: computeViewKeys(views.base, sides.base),
      revision: computeViewKeys(views.revision, sides.revision),
    };
    const ownTexts = {
      base: ownDigests(views.base, whole.base, sides.base),
      revision: ownDigests(views.revision, whole.revision, sides.revision),
    };
    const paired = pairBranches(views.base, views.revision, keys, ownTexts);
    const branches = pairByTag(views, paired, {
      sides,
      keys,
      discriminators: listDiscriminators(whole),
      named: {
        base: collectDiscriminatorValues(views.base, whole.base),
        revision: collectDiscriminatorValues(views.revision, whole.revision),
      },
    });
    schedulePairs(branches, keys, { edge: { from: usage, step: "" }, whole, polarity });
    const typesBefore = collectTypes(baseShapes);
    const typesAfter = collectTypes({ views: branches.revision, nullable: revisionShapes.nullable });
    const removedTypes = collectTypes({ views: branches.base, nullable: baseShapes.nullable }).filter(
      (type) => includedTypes([type], collectTypes(revisionShapes)).length === 0,
    );
    const after = unionOfTypes(typesBefore, typesAfter).filter((type) => !removedTypes.includes(type));
    const unresolved = {
      base: collectUnresolved(whole.base, baseShapes),
      revision: collectUnresolved(whole.revision, revisionShapes),
    };
    // A union of one shape needs no discriminator.
    const hasOne = ({ views: all }: Alternatives, view: View): boolean =>
      all.length < 2 && findDiscriminator(view) === undefined;
    const isCompared = (keyword: string): boolean => {
      if (keyword === "discriminator")
        return !hasOne(baseShapes, whole.base) && !hasOne(revisionShapes, whole.revision);
      return unionKeywords.has(keyword);
    };
    const shapes = shapeLookups(branches, keys);
    judgeUnion(
      { usage, polarity, ...whole },
      {
        types: { base: typesBefore, revision: after },
        facts: {
          base: { unresolved: unresolved.base, shapeAt: shapes.base },
          revision: { unresolved: unresolved.revision, shapeAt: shapes.revision },
        },
        isCompared,
      },
    );
    const unmatched = (side: "base" | "revision", types: View["types"]) => {
      const there = side === "base" ? "revision" : "base";
      const baseKeys = new Set(keys[there].values());
      const all = side === "base" ? views.revision : views.base;
      return branches[side].filter(
        (view) =>
          !baseKeys.has(keys[side].get(view) ?? "") &&
          includedTypes(view.types, types).length > 0 &&
          !isCovered([view, sides[side]], all, sides[there]),
      );
    };
    const pair = {
      base: unionNode(whole.base, polarity, {
        shapes: unmatched("base", collectTypes(revisionShapes)),
        others: views.revision,
        unresolved: unresolved.base,
      }),
      revision: unionNode(whole.revision, polarity, {
        shapes: unmatched("revision", typesBefore),
        others: views.base,
        unresolved: unresolved.revision,
      }),
    };
    judge("union", pair, { usage, basis: whole.base.basis, polarity });
  }
}

/** Discriminator values of each shape, by their JSON text. Empty for shapes that share a component name. */
function collectDiscriminatorValues(views: readonly View[], whole: View): Map<View, ReadonlyMap<string, string>> {
  const byTarget = Map.groupBy(listMappingEntries(whole), ([, target]) => target);
  const byName = Map.groupBy(views, discriminatedName);
  return new Map(
    views.map((view) => {
      const isAlone = byName.get(discriminatedName(view))?.length === 1;
      const named = (isAlone && byTarget.get(referenceTo(discriminatedName(view)))) || [];
      return [view, new Map(named.map(([value]) => [JSON.stringify(value), value]))];
    }),
  );
}

/** Digest of each shape's own schemas, without those that all shapes share. */
function ownDigests(views: readonly View[], whole: View, { digest }: Side): Map<View, string> {
  const digestView = (view: View): string => ownSchemas(view, whole).map(digest).join("&");
  return new Map(views.flatMap((view) => (digestView(view) === "" ? [] : [[view, digestView(view)] as const])));
}
