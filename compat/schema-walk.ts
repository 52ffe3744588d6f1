import type { Contract, Schema } from "../contracts/index.ts";
import type { Judge } from "./judge.ts";
import type { Both } from "./match.ts";
import { comparable, schemaNode } from "./nodes.ts";
import type { Spot, Way } from "./reach.ts";
import type { Polarity, SchemaNode } from "./rule.ts";
import { type Alternatives, alternativesOf, orNull, typesOf } from "./schemas/alternatives.ts";
import { pairBranches } from "./schemas/branches.ts";
import { originOf, partsAt } from "./schemas/parts.ts";
import type { Place } from "./schemas/place.ts";
import { createSame } from "./schemas/same.ts";
import { intersection, union, within } from "./schemas/types.ts";
import { type View, viewOf } from "./schemas/view.ts";
import { propertyStep } from "./wording.ts";

/** Compares the schemas of two contracts, each pair of definitions once per direction, whatever leads to it. */
export interface SchemaWalk {
  /** Notes a pair, and the way that led to it. */
  compare(base: Schema, revision: Schema, way: Way, polarity: Polarity): void;
  /** Judges every pair noted, and what lies inside. */
  finish(): void;
}

interface Task extends Both<View> {
  readonly spot: Spot;
  readonly polarity: Polarity;
}

export function createSchemaWalk(base: Contract, revision: Contract, judge: Judge): SchemaWalk {
  const same = createSame(base, revision);
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
  };

  function visit(ours: readonly Place[], theirs: readonly Place[], way: Way, polarity: Polarity): void {
    if (!same(ours, theirs)) note({ base: readBase(ours), revision: readRevision(theirs) }, way, polarity);
  }

  function note(pair: Both<View>, way: Way, polarity: Polarity): void {
    const key = `${polarity} ${pair.base.key} ${pair.base.basis} -> ${pair.revision.key}`;
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
      schemaNode(pair.base, polarity, readBase),
      schemaNode(pair.revision, polarity, readRevision),
    );
    judgeSchemas({ base: ours, revision: theirs }, spot);
    for (const name of ours.properties.keys()) {
      if (!theirs.properties.has(name)) continue;
      const way = { from: spot, step: propertyStep(name) };
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

  /** What a list says of one item, it says of each that it does not single out; nothing said allows anything. */
  function insideOf({ inner, pointer, basis }: View, step: string): readonly Place[] {
    const items = step.startsWith("[") ? (inner.get("[]") ?? [{ pointer, schema: true, basis }]) : [];
    return inner.get(step) ?? items;
  }

  function judgeSchemas(pair: Both<SchemaNode>, spot: Spot): void {
    const { polarity, basis } = pair.base;
    judge("schema", pair, { spot, basis, polarity });
    judge(polarity === "in" ? "requestSchema" : "responseSchema", pair, { spot, basis, polarity });
  }

  /** Alternatives that belong together are compared; of what only one side has, the types it brings are. */
  function compareUnions({ spot, polarity, ...whole }: Task, ours: Alternatives, theirs: Alternatives): void {
    const branches = pairBranches(ours.views, theirs.views, same);
    for (const [one, other] of branches.pairs) note({ base: one, revision: other }, { from: spot, step: "" }, polarity);
    const before = typesOf(ours);
    const grown = typesOf({ views: branches.revision, nullable: theirs.nullable });
    const lost = typesOf({ views: branches.base, nullable: ours.nullable }).filter(
      (type) => within([type], typesOf(theirs)).length === 0,
    );
    const after = union(before, grown).filter((type) => !lost.includes(type));
    const node = (view: View, types: View["types"]): SchemaNode => ({
      polarity,
      pointer: view.pointer,
      basis: view.basis,
      types,
      typesAt: view.pointer,
      nullAt: view.pointer,
      valuesAt: view.pointer,
      isClosed: view.isClosed,
      properties: new Map(),
      required: new Map(),
      near: () => view.pointer,
    });
    judgeSchemas({ base: node(whole.base, before), revision: node(whole.revision, after) }, spot);
  }
}

function createReader(contract: Contract): (places: readonly Place[]) => View {
  const views = new Map<string, View>();
  return (places) => {
    const key = places.map(({ pointer, basis }) => `${pointer} ${basis}`).join(" ");
    let view = views.get(key);
    if (!view) {
      const [first] = places;
      const origin = first ? originOf(contract, first) : "";
      views.set(key, (view = viewOf(partsAt(contract, places), origin, first?.basis ?? "stated")));
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
