import type { Both } from "../model/pair.ts";
import type { Judge } from "../rules/support/judge.ts";
import {
  type NamedSubtype,
  discriminatorNames,
  listNamedSubtypes,
  impliedNames,
  ownShape,
  listedSubtypes,
  namingValues,
  normalTexts,
  tagSchemas,
  joinNamingValues,
} from "./named-subtypes.ts";
import type { UsageEdge } from "../model/usage-graph.ts";
import { listAlternatives, collectTypes } from "../schema/alternatives.ts";
import { type BranchPairs, pairSubtypes } from "../schema/branches.ts";
import { type Side, computeViewKeys, computeOwnKeys } from "../schema/keys.ts";
import { findDiscriminator, listDiscriminators, shapeLookups, unionNode } from "../pairing/nodes/union-node.ts";
import { pairByTag } from "../schema/tags.ts";
import { isAny } from "../schema/types.ts";
import type { View } from "../schema/view.ts";
import type { SubtypeFacts } from "../pairing/nodes/schema-node.ts";
import type { ShapePairs, SchemaPair } from "./shape-pairs.ts";

/** Named subtypes of both sides. */
interface NamedShapes extends Both<readonly NamedSubtype[]> {
  /** The side whose shapes are branches of a union instead of subtypes by `allOf`. */
  readonly listing?: "base" | "revision";
}

/**
 * Compares the subtypes of a schema with a discriminator as if a union listed them. Returns the facts of both sides;
 * undefined without subtypes; "whole" if one side lists them in a union, so that nothing else remains to compare.
 */
export type CompareSubtypes = (task: SchemaPair) => Both<SubtypeFacts> | "whole" | undefined;

export function createSubtypeWalk(
  sides: Both<Side>,
  { judge, schedulePairs, judgeUnion }: ShapePairs & { readonly judge: Judge },
): CompareSubtypes {
  return (task) => {
    const named = nameShapes(task);
    if (named.base.length === 0 && named.revision.length === 0) return undefined;
    const facts = compareNamed(task, named);
    if (named.listing === undefined) return facts;
    compareWhole(task, named, facts);
    return "whole";
  };

  function nameShapes(whole: Both<View>): NamedShapes {
    const subtypes = {
      base: listNamedSubtypes(sides.base, whole.base),
      revision: listNamedSubtypes(sides.revision, whole.revision),
    };
    const [here, there] = subtypes.base.length > 0 ? (["base", "revision"] as const) : (["revision", "base"] as const);
    const name = findDiscriminator(whole[here]);
    if (name === undefined || subtypes[here].length === 0 || subtypes[there].length > 0) return subtypes;
    const listed = listedSubtypes(sides[there], whole[there], name);
    if (listed.length === 0) return subtypes;
    const allSubtypes = [...subtypes[here], ...ownShape(sides[here], whole[here], subtypes[here], listed)];
    if (here === "base") return { base: allSubtypes, revision: listed, listing: there };
    return { base: listed, revision: allSubtypes, listing: there };
  }

  function compareNamed(
    { usage, polarity, ...whole }: SchemaPair,
    { base: baseSubtypes, revision: revisionSubtypes, listing }: NamedShapes,
  ): Both<SubtypeFacts> {
    const isListed = listing !== undefined;
    const discriminators = listDiscriminators(whole);
    // Validators check a listed union, but not the discriminator values of subtypes.
    const isByName = listing !== (polarity === "in" ? "revision" : "base");
    const views = { base: baseSubtypes.map(({ view }) => view), revision: revisionSubtypes.map(({ view }) => view) };
    const keys = {
      base: computeViewKeys(views.base, sides.base),
      revision: computeViewKeys(views.revision, sides.revision),
    };
    const values = { base: joinNamingValues(baseSubtypes), revision: joinNamingValues(revisionSubtypes) };
    const own = {
      base: computeOwnKeys(views.base, sides.base),
      revision: computeOwnKeys(views.revision, sides.revision),
    };
    const named = pairSubtypes(views.base, views.revision, values, own);
    const branches = isListed ? withRemainingPairs(named) : named;
    const shapes = pairByTag(views, branches, {
      sides,
      keys,
      discriminators,
      named: { base: namingValues(baseSubtypes), revision: namingValues(revisionSubtypes) },
    });
    const tags = new Map([...tagSchemas(baseSubtypes, whole.base), ...tagSchemas(revisionSubtypes, whole.revision)]);
    const edge: UsageEdge = { from: usage, step: "", ...(isByName && { isByName }) };
    schedulePairs(shapes, keys, { edge, whole, polarity, naming: { tags, isListed } });
    const isOneName = findDiscriminator(whole.base) === findDiscriminator(whole.revision);
    if (isOneName || (isListed && discriminators.length === 1)) {
      const unpairedShapes = (side: readonly View[], others: readonly View[]) => ({
        shapes: side,
        others,
        tags,
        isByName,
      });
      const pair = {
        base: unionNode(whole.base, polarity, unpairedShapes(shapes.base, views.revision)),
        revision: unionNode(whole.revision, polarity, unpairedShapes(shapes.revision, views.base)),
      };
      judge("union", pair, { usage, basis: whole.base.basis, polarity });
    }
    const lookups = shapeLookups(shapes, keys);
    // If a discriminator value names the schema itself, the schema counts as one of its subtypes.
    const requiredBy = (side: "base" | "revision", subtypes: readonly NamedSubtype[]): ReadonlyMap<string, string> =>
      ownShape(sides[side], whole[side], subtypes, []).length > 0 ? new Map() : requiredByAll(views[side]);
    return {
      base: {
        shapeAt: lookups.base,
        implied: impliedNames(baseSubtypes, shapes.base),
        requiredByShapes: requiredBy("base", baseSubtypes),
      },
      revision: {
        shapeAt: lookups.revision,
        implied: impliedNames(revisionSubtypes, shapes.revision),
        requiredByShapes: requiredBy("revision", revisionSubtypes),
      },
    };
  }

  /** Adds pairs of the subtypes that have no common discriminator value: by content, then by name. */
  function withRemainingPairs({ pairs, base, revision }: BranchPairs): BranchPairs {
    const texts = { base: normalTexts(base, sides.base), revision: normalTexts(revision, sides.revision) };
    const names = { base: discriminatorNames(base), revision: discriminatorNames(revision) };
    const others = pairSubtypes(base, revision, texts, names);
    return { ...others, pairs: [...pairs, ...others.pairs] };
  }

  /** Compares the whole schemas. Every object is in a named shape, so only null can still differ. */
  function compareWhole(task: SchemaPair, named: NamedShapes, facts: Both<SubtypeFacts>): void {
    const readSubtypeSide = (side: "base" | "revision") => {
      const isListing = side === named.listing;
      const types = isListing ? collectTypes(listAlternatives(sides[side].contract, task[side])) : task[side].types;
      const views = [task[side], ...named[side].map(({ view }) => view)];
      return {
        types: types.includes("null") && !isAny(types) ? (["object", "null"] as const) : (["object"] as const),
        facts: { ...facts[side], unresolved: views.flatMap(({ unresolved }) => unresolved) },
      };
    };
    const [base, revision] = [readSubtypeSide("base"), readSubtypeSide("revision")];
    judgeUnion(task, {
      types: { base: base.types, revision: revision.types },
      facts: { base: base.facts, revision: revision.facts },
    });
  }
}

function requiredByAll([first, ...others]: readonly View[]): ReadonlyMap<string, string> {
  return new Map([...(first?.required ?? [])].filter(([name]) => others.every(({ required }) => required.has(name))));
}
