import type { Contract, Schema } from "../contracts/index.ts";
import type { Judge } from "./judge.ts";
import type { Both } from "./match.ts";
import { comparable, sayings, schemaNode } from "./nodes.ts";
import type { Spot, Way } from "./reach.ts";
import type { Polarity, PropertyNode, SchemaNode, UnionNode } from "./rule.ts";
import { type Alternatives, alternativesOf, orNull, typesOf } from "./schemas/alternatives.ts";
import { pairBranches } from "./schemas/branches.ts";
import { type Digest, createDigests } from "./schemas/digest.ts";
import { createNormal } from "./schemas/normal.ts";
import { originOf, partsAt } from "./schemas/parts.ts";
import { type Place, markedBasis } from "./schemas/place.ts";
import { intersection, union, within } from "./schemas/types.ts";
import { type View, viewOf } from "./schemas/view.ts";
import { propertyStep } from "./wording.ts";

/** Compares the schemas of two contracts, each pair of definitions once per direction, whatever leads to it. */
export interface SchemaWalk {
  /** Notes a pair, and the way that led to it. */
  compare(base: Schema, revision: Schema, way: Way, polarity: Polarity): void;
  /** Judges every pair noted, and what lies inside. */
  finish(): void;
  /** Two contents with the same one say the same. */
  readonly digests: Both<Digest>;
  /** The effective schema of each side. */
  readonly read: Both<(schema: Schema) => View>;
}

/** What is said of a union as a whole, and not of each of its shapes. */
const aboutUnions = new Set(["discriminator", "default"]);

interface Task extends Both<View> {
  readonly spot: Spot;
  readonly polarity: Polarity;
}

export function createSchemaWalk(base: Contract, revision: Contract, judge: Judge): SchemaWalk {
  const [digestBase, digestRevision] = createDigests([base, revision]) as [Digest, Digest];
  const normalBase = createNormal(base, digestBase);
  const normalRevision = createNormal(revision, digestRevision);
  const readBase = createReader(base);
  const readRevision = createReader(revision);
  const spots = new Map<string, Spot>();
  const tasks: Task[] = [];

  return {
    compare(ours, theirs, way, polarity) {
      visit([placeFrom(ours)], [placeFrom(theirs)], way, polarity);
    },
    finish() {
      for (const task of tasks) expand(task);
    },
    digests: { base: digestBase, revision: digestRevision },
    read: { base: (schema) => readBase([placeFrom(schema)]), revision: (schema) => readRevision([placeFrom(schema)]) },
  };

  function visit(ours: readonly Place[], theirs: readonly Place[], way: Way, polarity: Polarity): void {
    const keys = [digestOfPlaces(ours, digestBase), digestOfPlaces(theirs, digestRevision)] as const;
    if (keys[0] === keys[1] && ours[0]?.basis === theirs[0]?.basis) return;
    note({ base: readBase(ours), revision: readRevision(theirs) }, keys, way, polarity);
  }

  /** A pair that says the same as one that was come upon before is judged with that one. */
  function note(pair: Both<View>, [ours, theirs]: readonly [string, string], way: Way, polarity: Polarity): void {
    const key = `${polarity} ${ours} ${pair.base.basis} -> ${theirs} ${pair.revision.basis}`;
    const spot = spots.get(key);
    if (spot) {
      spot.ways.push(way);
      return;
    }
    const found = { ways: [way] };
    spots.set(key, found);
    tasks.push({ ...pair, spot: found, polarity });
  }

  function expand(task: Task): void {
    if (!hasUnion(task.base) && !hasUnion(task.revision)) {
      comparePlain(task);
      return;
    }
    const ours = alternativesOf(base, task.base);
    const theirs = alternativesOf(revision, task.revision);
    const [one, another] = ours.views;
    const [other, yetAnother] = theirs.views;
    if (one && other && !another && !yetAnother) {
      comparePlain({ ...task, base: orNull(one, ours.nullable), revision: orNull(other, theirs.nullable) });
    } else {
      compareUnions(task, ours, theirs);
    }
  }

  function comparePlain({ spot, polarity, ...pair }: Task): void {
    const [ours, theirs] = comparable(
      schemaNode(pair.base, polarity, readBase, normalBase),
      schemaNode(pair.revision, polarity, readRevision, normalRevision),
    );
    judgeSchemas({ base: ours, revision: theirs }, spot);
    for (const name of ours.properties.keys()) {
      if (!theirs.properties.has(name)) continue;
      const way = { from: spot, step: propertyStep(name) };
      judgeMarks(pair, [ours.properties.get(name), theirs.properties.get(name)], way, polarity);
      visit(pair.base.properties.get(name) ?? [], pair.revision.properties.get(name) ?? [], way, polarity);
    }
    const common = intersection(pair.base.types, pair.revision.types);
    for (const step of new Set([...pair.base.inner.keys(), ...pair.revision.inner.keys()])) {
      if (!common.includes(step.startsWith("[") ? "array" : "object")) continue;
      const one = insideOf(pair.base, step);
      const other = insideOf(pair.revision, step);
      if (one.length > 0 && other.length > 0) visit(one, other, { from: spot, step }, polarity);
    }
  }

  /** Tells of a property whose basis is another one, unless all that encloses it has changed its basis. */
  function judgeMarks(
    around: Both<View>,
    [one, other]: readonly (PropertyNode | undefined)[],
    way: Way,
    polarity: Polarity,
  ) {
    if (!one || !other || one.basis === other.basis || around.base.basis !== around.revision.basis) return;
    const pair = { base: { ...one, step: way.step }, revision: { ...other, step: way.step } };
    judge("marked", pair, { spot: way.from, basis: one.basis, polarity });
  }

  /** What a list says of one item, it says of each that it does not single out; nothing said allows anything. */
  function insideOf({ inner, isSealed, pointer, basis }: View, step: string): readonly Place[] {
    // A place of its own: what stands at the pointer itself says more.
    const anything = [{ pointer: `${pointer}/${step}`, schema: true, basis }];
    if (step.startsWith("[")) return inner.get(step) ?? inner.get("[]") ?? anything;
    return inner.get(step) ?? (step === ".*" && !isSealed ? anything : []);
  }

  function judgeSchemas(pair: Both<SchemaNode>, spot: Spot): void {
    const { polarity, basis } = pair.base;
    judge("schema", pair, { spot, basis, polarity });
    judge(polarity === "in" ? "requestSchema" : "responseSchema", pair, { spot, basis, polarity });
  }

  /** Shapes that belong together are compared; of what only one side has, the types it brings are, or else the shape. */
  function compareUnions({ spot, polarity, ...whole }: Task, ours: Alternatives, theirs: Alternatives): void {
    const keysOf = (views: readonly View[], digest: Digest): Map<View, string> =>
      new Map(views.map((view) => [view, digestOfView(view, digest)]));
    const keys = { base: keysOf(ours.views, digestBase), revision: keysOf(theirs.views, digestRevision) };
    const branches = pairBranches(ours.views, theirs.views, keys);
    for (const [one, other] of branches.pairs) {
      const pairKeys = [keys.base.get(one) ?? "", keys.revision.get(other) ?? ""] as const;
      if (pairKeys[0] !== pairKeys[1])
        note({ base: one, revision: other }, pairKeys, { from: spot, step: "" }, polarity);
    }
    const before = typesOf(ours);
    const grown = typesOf({ views: branches.revision, nullable: theirs.nullable });
    const lost = typesOf({ views: branches.base, nullable: ours.nullable }).filter(
      (type) => within([type], typesOf(theirs)).length === 0,
    );
    const after = union(before, grown).filter((type) => !lost.includes(type));
    const node = (view: View, types: View["types"], normal: SchemaNode["normal"]): SchemaNode => ({
      ...schemaNode({ ...view, types, typesAt: view.pointer, nullAt: view.pointer }, polarity, () => view, normal),
      properties: new Map(),
      required: new Map(),
      all: (keyword) => (aboutUnions.has(keyword) ? sayings(view, keyword) : []),
      near: () => view.pointer,
    });
    const { values: _, ...one } = node(whole.base, before, normalBase);
    const { values: __, ...other } = node(whole.revision, after, normalRevision);
    judgeSchemas({ base: one, revision: other }, spot);
    const left = (views: readonly View[], here: Map<View, string>, there: Map<View, string>, types: View["types"]) => {
      const known = new Set(there.values());
      return views.filter((view) => !known.has(here.get(view) ?? "") && within(view.types, types).length > 0);
    };
    const pair = {
      base: unionNode(whole.base, left(branches.base, keys.base, keys.revision, typesOf(theirs)), polarity),
      revision: unionNode(whole.revision, left(branches.revision, keys.revision, keys.base, before), polarity),
    };
    judge("union", pair, { spot, basis: whole.base.basis, polarity });
  }
}

function unionNode(whole: View, left: readonly View[], polarity: Polarity): UnionNode {
  const discriminator = discriminatorOf(whole);
  return {
    polarity,
    pointer: whole.pointer,
    basis: whole.basis,
    branches: left.map(({ origin, pointer, basis, schemas }) => ({
      name: /^\/components\/schemas\/([^/]+)$/.exec(origin)?.[1] ?? pointer,
      pointer,
      basis,
      schemas,
    })),
    schemas: whole.schemas,
    ...(discriminator !== undefined && { discriminator }),
  };
}

function discriminatorOf({ parts }: View): string | undefined {
  for (const { schema } of parts) {
    const discriminator = schema["discriminator"] as { propertyName?: unknown } | undefined;
    if (typeof discriminator?.propertyName === "string") return discriminator.propertyName;
  }
  return undefined;
}

function digestOfPlaces(places: readonly Place[], digest: Digest): string {
  return [...new Set(places.map(({ schema }) => digest(schema)))].toSorted((one, other) => one - other).join("&");
}

/** What a view says, whichever names its parts go by: they without the unions that were taken apart. */
function digestOfView({ parts, types }: View, digest: Digest): string {
  const said = parts.map(({ schema, unions, orNull: isNullable }) => {
    const { oneOf, anyOf, allOf: _, $ref: __, ...rest } = schema;
    const kept = unions.map(({ keyword }) => [keyword, { oneOf, anyOf }[keyword] ?? []]);
    return `${digest({ ...rest, ...Object.fromEntries(kept) })}${isNullable === undefined ? "" : "?"}`;
  });
  return `${[...new Set(said)].toSorted().join("&")}:${types.join()}`;
}

function createReader(contract: Contract): (places: readonly Place[]) => View {
  const views = new Map<string, View>();
  return (places) => {
    const key = places.map(({ pointer, basis }) => `${pointer} ${basis}`).join(" ");
    let view = views.get(key);
    if (!view) {
      const [first] = places;
      const origin = first ? originOf(contract, first) : "";
      const schemas = places.map(({ schema }) => schema);
      const read = viewOf(partsAt(contract, places), { origin, basis: first?.basis ?? "stated", schemas });
      const basis = (first && markedBasis(contract, first)) ?? read.basis;
      view = { ...read, basis };
      views.set(key, view);
    }
    return view;
  };
}

function placeFrom({ pointer, value, basis }: Schema): Place {
  return { pointer, schema: value, basis };
}

function hasUnion({ parts }: View): boolean {
  return parts.some(({ unions }) => unions.length > 0);
}
