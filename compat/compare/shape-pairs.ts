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
import { orList, quote } from "../model/wording.ts";

/** Two schemas to compare, at their place in the walk. */
export interface SchemaPair extends Both<View> {
  readonly usage: UsageNode;
  readonly polarity: Polarity;
}

/** The usage edge to a pair of schemas, and the direction of their values. */
export interface SchemaVisit {
  readonly edge: UsageEdge;
  readonly polarity: Polarity;
}

/** Functions of the schema walk that the comparison of shapes calls. */
export interface WalkFunctions {
  readonly judge: Judge;
  /** Applies the rules about a changed basis to a pair, with the pair that contains it. */
  readonly judgeMarks: (pair: Both<PartWithBasis>, around: Both<PartWithBasis>, visit: SchemaVisit) => void;
  /** Applies the rules about schemas to a pair. */
  readonly judgeSchemas: (pair: Both<SchemaNode>, usage: UsageNode) => void;
  /** Schedules the comparison of a pair, with the digests of both sides. */
  readonly schedule: (pair: Both<View>, digests: readonly [string, string], visit: SchemaVisit) => void;
}

/** Context of a pair of shapes: the union that contains them. */
interface ShapePairContext extends Pick<SchemaPair, "polarity"> {
  readonly edge: UsageEdge;
  readonly whole: Both<View>;
  /** For named subtypes: schemas of their discriminator values, and true if a union lists the subtypes on one side. */
  readonly naming?: { readonly tags: ReadonlyMap<View, JsonSchema>; readonly isListed: boolean };
}

/** Types and facts of a union as a whole. */
interface UnionFacts {
  readonly types: Both<View["types"]>;
  readonly facts: Both<SubtypeFacts & Pick<SchemaNode, "unresolved">>;
  readonly isCompared?: (keyword: string) => boolean;
}

export interface ShapePairs {
  /** Schedules the comparison of corresponding shapes. */
  schedulePairs(pairs: TaggedPairs, keys: Both<ReadonlyMap<View, string>>, context: ShapePairContext): void;
  /** Applies the rules to a union as a whole, without its shapes. */
  judgeUnion(task: SchemaPair, whole: UnionFacts): void;
}

/** Keywords that apply to a union as a whole. */
export const unionKeywords: ReadonlySet<string> = new Set(["discriminator", "default"]);

export function createShapePairs(sides: Both<Side>, { judgeMarks, judgeSchemas, schedule }: WalkFunctions): ShapePairs {
  return {
    schedulePairs({ pairs, where }, keys, { edge, whole, polarity, naming }) {
      const createShapeSchemas = (view: View, around: View): ShapeSchemas => ({
        schemas: [...ownSchemas(view, around), ...[naming?.tags.get(view) ?? []].flat()],
        whole: around.schemas,
      });
      for (const [one, other] of pairs) {
        judgeMarks({ base: one, revision: other }, whole, { edge, polarity });
        const pairKeys = [keys.base.get(one) ?? "", keys.revision.get(other) ?? ""] as const;
        if (pairKeys[0] === pairKeys[1]) continue;
        const tag = where.get(one);
        const shape = {
          base: createShapeSchemas(one, whole.base),
          revision: createShapeSchemas(other, whole.revision),
          ...(naming && { isNamed: true as const }),
          ...(tag && { where: `${quote(tag.name)} is ${orList([...tag.values.values()])}` }),
        };
        const pair = naming
          ? namedShapePair({ base: one, revision: other }, whole, { sides, isListed: naming.isListed })
          : { base: one, revision: other };
        schedule(pair, pairKeys, { edge: { ...edge, shape }, polarity });
      }
    },
    judgeUnion({ usage, polarity, ...whole }, { types, facts, isCompared = (keyword) => unionKeywords.has(keyword) }) {
      const readShapeNode = (side: "base" | "revision"): SchemaNode => {
        const view = { ...whole[side], types: types[side], typesAt: whole[side].pointer, nullAt: whole[side].pointer };
        const { values: _, ...node } = schemaNode(view, polarity, { ...sides[side], read: () => view });
        const collectCompared = (keyword: string) => (isCompared(keyword) ? keywordValues(view, keyword) : []);
        return {
          ...node,
          properties: new Map(),
          required: new Map(),
          all: collectCompared,
          nearestPointer: () => view.pointer,
          ...facts[side],
        };
      };
      judgeSchemas({ base: readShapeNode("base"), revision: readShapeNode("revision") }, usage);
    },
  };
}

/** Schemas of a shape, without those of the union around it. */
export function ownSchemas({ schemas }: View, whole: View): View["schemas"] {
  const isBelow = whole.schemas.every((schema, index) => schemas[index] === schema);
  if (isBelow) return schemas.slice(whole.schemas.length);
  return schemas;
}
