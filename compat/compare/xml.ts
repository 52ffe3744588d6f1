import type { Both } from "../model/pair.ts";
import type { XmlNode } from "../pairing/nodes/xml-node.ts";
import { type Contract, type JsonObject, type Schema, isObject, splitPointer } from "../../contracts/index.ts";
import type { Judge } from "../rules/support/judge.ts";
import type { UsageNode } from "../model/usage-graph.ts";
import { type Place, followReference, listPlaces } from "../schema/place.ts";
import type { Read } from "../schema/reader.ts";
import type { View } from "../schema/view.ts";
import type { Polarity } from "../pairing/nodes/subjects.ts";
import { propertyStep } from "../model/wording.ts";

/** Compares the XML form of a body on both sides (OpenAPI 3.1, 4.8.26). */
export type CompareXml = (schemas: Both<Schema>, from: UsageNode, polarity: Polarity) => void;

/** Schemas at one place of a body on both sides. */
type Places = Both<readonly Place[]>;

const sides = ["base", "revision"] as const;

/** Walks the XML bodies of two contracts: each pair of places once per direction. Shapes of unions are not compared. */
export function createXmlWalk(contracts: Both<Contract>, read: Both<Read>, judge: Judge): CompareXml {
  const known = new Map<string, UsageNode>();
  return (schemas, from, polarity) => {
    const [base, revision] = sides.map((side) => [placeFrom(schemas[side])]) as [Place[], Place[]];
    const places = { base, revision };
    judgeNames(places, rootNames(places), { from, step: "body", polarity });
    expandPlaces(places, { from, step: "body", polarity });
  };

  function expandPlaces(
    places: Places,
    { from, step, polarity }: { from: UsageNode; step: string; polarity: Polarity },
  ): void {
    const key = [polarity, ...sides.map((side) => places[side].map(({ pointer }) => pointer).join(" "))].join(" -> ");
    const before = known.get(key);
    if (before) {
      before.edges.push({ from, step });
      return;
    }
    const usage = { edges: [{ from, step }] };
    known.set(key, usage);
    const [fromBase, fromRevision] = [read.base(places.base), read.revision(places.revision)];
    for (const [name, base] of fromBase.properties) {
      const revision = fromRevision.properties.get(name);
      if (!revision || isExcluded(read.base(base), polarity)) continue;
      const edge = { from: usage, step: propertyStep(name), polarity };
      judgeNames({ base, revision }, { base: name, revision: name }, edge);
      expandPlaces({ base, revision }, edge);
    }
    const [base, revision] = [fromBase.inner.get("[]"), fromRevision.inner.get("[]")];
    if (base && revision) expandPlaces({ base, revision }, { from: usage, step: "[]", polarity });
  }

  function judgeNames(
    places: Places,
    names: Both<string> | undefined,
    { from, step, polarity }: { from: UsageNode; step: string; polarity: Polarity },
  ): void {
    if (!names) return;
    const [base, revision] = sides.map((side) => {
      const view = read[side](places[side]);
      const writing = describeXmlWriting(contracts[side], names[side], { places: places[side], view });
      return { writing, step, pointer: places[side][0]?.pointer ?? view.pointer, basis: view.basis };
    }) as [XmlNode, XmlNode];
    judge("xml", { base, revision }, { usage: from, basis: base.basis, polarity });
  }

  /** Names of the root elements. The name of the component counts only if one side has an explicit name. */
  function rootNames(places: Places): Both<string> | undefined {
    const [baseName, revisionName] = sides.map((side) => mergeXml(contracts[side], places[side])["name"]);
    const [base, revision] = [findXmlComponent(places, "base"), findXmlComponent(places, "revision")];
    if (baseName === undefined && revisionName === undefined) return { base: base ?? "body", revision: base ?? "body" };
    const isKnown = (baseName ?? base) !== undefined && (revisionName ?? revision) !== undefined;
    if (isKnown) return { base: base ?? "", revision: revision ?? "" };
    return undefined;
  }

  function findXmlComponent(places: Places, side: keyof Places): string | undefined {
    const [first, kind, name] = splitPointer(read[side](places[side]).origin);
    if (first === "components" && kind === "schemas") return name;
    return undefined;
  }
}

function describeXmlWriting(
  contract: Contract,
  name: string,
  { places, view }: { readonly places: readonly Place[]; readonly view: View },
): string {
  const baseName = mergeXml(contract, places);
  if (baseName["attribute"] === true) return `@${qualifyXmlName(baseName, name)}`;
  const items = view.inner.get("[]") ?? [];
  const isList = view.types.includes("array") && view.types.every((type) => type === "array" || type === "null");
  if (!isList) return `<${qualifyXmlName(baseName, name)}>`;
  const item = `<${qualifyXmlName(mergeXml(contract, items), name)}>`;
  if (baseName["wrapped"] === true) return `<${qualifyXmlName(baseName, name)}>${item}`;
  return item;
}

function isExcluded({ readOnly, writeOnly }: View, polarity: Polarity): boolean {
  return polarity === "in" ? readOnly : writeOnly;
}

function qualifyXmlName({ name, namespace }: JsonObject, otherwise: string): string {
  const local = typeof name === "string" ? name : otherwise;
  if (typeof namespace === "string") return `{${namespace}}${local}`;
  return local;
}

/** Merged `xml` of some places. An `xml` next to `$ref` or allOf overrides those of their targets. */
function mergeXml(contract: Contract, places: readonly Place[]): JsonObject {
  const found: JsonObject[] = [];
  const seen = new Set<string>();
  const open = [...places];
  for (let place = open.shift(); place; place = open.shift()) {
    const { schema, pointer, basis } = place;
    if (typeof schema === "boolean" || seen.has(pointer)) continue;
    seen.add(pointer);
    if (isObject(schema["xml"])) found.push(schema["xml"]);
    if (typeof schema["$ref"] === "string") open.push(followReference(contract, schema["$ref"], basis));
    open.push(...listPlaces(`${pointer}/allOf`, schema["allOf"], basis));
  }
  return Object.assign({}, ...found.toReversed()) as JsonObject;
}

function placeFrom({ pointer, value, basis }: Schema): Place {
  return { pointer, schema: value, basis };
}
