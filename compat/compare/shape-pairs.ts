import type { Both } from "../model/pair.ts";
import type { JsonSchema } from "../../contracts/index.ts";
import type { Judge } from "../rules/support/judge.ts";
import { namedShapePair } from "./named-subtypes.ts";
import { type SubtypeFacts, keywordValues, schemaNode } from "../pairing/nodes/schema-node.ts";
import type { ShapeSchemas, UsageNode, UsageEdge } from "../model/usage-graph.ts";
import type { Side } from "../schema/keys.ts";
import type { TaggedPairs } from "../schema/tags.ts";
import type { View } from "../schema/view.ts";
import type { PartWithBasis, Polarity, SchemaNode } from "../pairing/nodes/subjects.ts";
import { orList, quoted } from "../model/wording.ts";

/** Two schemas to compare, at their place in the walk. */
export interface SchemaPair extends Both<View> {
  readonly spot: UsageNode;
  readonly polarity: Polarity;
}

/** The way to a pair of schemas, and the direction in which their values travel. */
export interface SchemaVisit {
  readonly way: UsageEdge;
  readonly polarity: Polarity;
}

/** Functions of the walk that the comparison of shapes calls. */
export interface WalkFunctions {
  readonly judge: Judge;
  /** Offers a pair to the rules on the basis of parts, with the pair around it. */
  readonly judgeMarks: (pair: Both<PartWithBasis>, around: Both<PartWithBasis>, visit: SchemaVisit) => void;
  /** Offers a pair to the rules on schemas. */
  readonly judgeSchemas: (pair: Both<SchemaNode>, spot: UsageNode) => void;
  /** Notes a pair for comparison, with the digests of both sides. */
  readonly note: (pair: Both<View>, digests: readonly [string, string], visit: SchemaVisit) => void;
}

/** Context of a pair of shapes: the schema that they are shapes of. */
interface Noting extends Pick<SchemaPair, "polarity"> {
  readonly way: UsageEdge;
  readonly whole: Both<View>;
  /** Further facts about named shapes, and whether a union lists them on one side. */
  readonly naming?: { readonly tags: ReadonlyMap<View, JsonSchema>; readonly isListed: boolean };
}

/** Comparison of corresponding shapes, and of the union as a whole. */
interface Whole {
  readonly types: Both<View["types"]>;
  readonly facts: Both<SubtypeFacts & Pick<SchemaNode, "unresolved">>;
  readonly isCompared?: (keyword: string) => boolean;
}

export interface ShapePairs {
  /** Notes corresponding shapes. */
  notePairs(pairs: TaggedPairs, keys: Both<ReadonlyMap<View, string>>, noting: Noting): void;
  /** Judges a union as a whole, apart from its shapes. */
  judgeWhole(task: SchemaPair, whole: Whole): void;
}

/** Keywords that apply to a union as a whole. */
export const unionKeywords: ReadonlySet<string> = new Set(["discriminator", "default"]);

export function createShapePairs(sides: Both<Side>, { judgeMarks, judgeSchemas, note }: WalkFunctions): ShapePairs {
  return {
    notePairs({ pairs, where }, keys, { way, whole, polarity, naming }) {
      const shapeOf = (view: View, around: View): ShapeSchemas => ({
        schemas: [...ownSchemas(view, around), ...[naming?.tags.get(view) ?? []].flat()],
        whole: around.schemas,
      });
      for (const [one, other] of pairs) {
        judgeMarks({ base: one, revision: other }, whole, { way, polarity });
        const pairKeys = [keys.base.get(one) ?? "", keys.revision.get(other) ?? ""] as const;
        if (pairKeys[0] === pairKeys[1]) continue;
        const tag = where.get(one);
        const shape = {
          base: shapeOf(one, whole.base),
          revision: shapeOf(other, whole.revision),
          ...(naming && { isNamed: true as const }),
          ...(tag && { where: `${quoted(tag.name)} is ${orList([...tag.values.values()])}` }),
        };
        const pair = naming
          ? namedShapePair({ base: one, revision: other }, whole, { sides, isListed: naming.isListed })
          : { base: one, revision: other };
        note(pair, pairKeys, { way: { ...way, shape }, polarity });
      }
    },
    judgeWhole({ spot, polarity, ...whole }, { types, facts, isCompared = (keyword) => unionKeywords.has(keyword) }) {
      const nodeOf = (side: "base" | "revision"): SchemaNode => {
        const view = { ...whole[side], types: types[side], typesAt: whole[side].pointer, nullAt: whole[side].pointer };
        const { values: _, ...node } = schemaNode(view, polarity, () => view, sides[side].normal);
        const all = (keyword: string) => (isCompared(keyword) ? keywordValues(view, keyword) : []);
        return { ...node, properties: new Map(), required: new Map(), all, near: () => view.pointer, ...facts[side] };
      };
      judgeSchemas({ base: nodeOf("base"), revision: nodeOf("revision") }, spot);
    },
  };
}

/** Schemas of a shape, without those of the union around it. */
export function ownSchemas({ schemas }: View, whole: View): View["schemas"] {
  const isBelow = whole.schemas.every((schema, index) => schemas[index] === schema);
  return isBelow ? schemas.slice(whole.schemas.length) : schemas;
}
