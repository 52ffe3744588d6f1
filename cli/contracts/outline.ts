import {
  type Contract,
  type Json,
  type JsonObject,
  type Standing,
  isObject,
  isOpenEnum,
  joinPointer,
  standingOf,
  targetPointer,
  valueAt,
} from "../../contracts/index.ts";
import { basisText } from "./basis-text.ts";
import { limitsText } from "./limits.ts";
import { textOfValue } from "./value-text.ts";

/** Deeper than any body of the platform; what is deeper is cut off with a line that says so. */
const MAX_DEPTH = 16;

/** A schema with the standing it is found with. */
interface Place extends Standing {
  readonly pointer: string;
}

interface Part extends Place {
  readonly node: JsonObject;
}

/** A field with the schemas that speak of it. */
interface Field {
  readonly places: readonly Place[];
  readonly isRequired: boolean;
}

interface OutlineOptions {
  /** Whether the provider sends it: then enums may have more values than are listed (§9.6). */
  readonly isSent: boolean;
}

/**
 * The fields of a body, one row for each: name, type, whether it is required, what it rests on,
 * description. Where one of several shapes is meant, each stands below a row of its own. The
 * fields of a schema that several places refer to are shown at the first one.
 */
export function outlineOf(contract: Contract, schema: Place, { isSent }: OutlineOptions): string[][] {
  const withShapes = new Map<string, boolean>();
  /** By the pointer of a schema that is referred to, the place where its fields are shown. */
  const shown = new Map<string, string>();
  const whole = partsOf(schema);
  const row = ["", typeText(whole, isSent), "", basisOf(schema), describe(whole)];
  return [row, ...below(whole, 1, new Set([schema.pointer]), "")];

  function below(owners: readonly Part[], depth: number, above: ReadonlySet<string>, path: string): string[][] {
    const indent = "  ".repeat(depth - 1);
    const fields = [...fieldsOf(owners)];
    const shapes = owners.flatMap(shapesOf);
    if (depth > MAX_DEPTH && fields.length + shapes.length > 0) return [[`${indent}…`, "", "", "", ""]];
    return [
      ...fields.flatMap(([name, { places, isRequired }]) =>
        rowsOf(`${indent}${name}`, isRequired ? "required" : "", places, depth, above, { path: within(path, name) }),
      ),
      ...shapes.flatMap((place, index) =>
        rowsOf(`${indent}(${index + 1} of ${shapes.length})`, "", [place], depth, above, {
          path: within(path, `(${index + 1} of ${shapes.length})`),
          label: labelOf(place),
        }),
      ),
    ];
  }

  function rowsOf(
    name: string,
    need: string,
    places: readonly Place[],
    depth: number,
    above: ReadonlySet<string>,
    { path, label }: { readonly path: string; readonly label?: string },
  ): string[][] {
    const inner = places.flatMap(partsOf);
    const isCircle = inner.some(({ pointer }) => above.has(pointer));
    const type = label ?? typeText(inner, isSent);
    const known = new Set([...above, ...inner.map(({ pointer }) => pointer)]);
    const first = isCircle ? undefined : shownAt(places, path);
    const rows = isCircle || first !== undefined ? [] : below(inner, depth + 1, known, path);
    const told = isCircle
      ? `${type}, as above`
      : first === undefined
        ? type
        : `${type}, as ${first.length > LONGEST_PATH ? "" : `${first} `}above`;
    return [[name, told, need, basisOf(places[0] as Place), describe(inner)], ...rows];
  }

  /** Where the fields of the only schema are shown already that some places refer to; it is shown at `path` from now on. */
  function shownAt(places: readonly Place[], path: string): string | undefined {
    const [only, another] = places;
    const node = only && valueAt(contract.document, only.pointer);
    if (!only || another || !isObject(node) || typeof node["$ref"] !== "string") return undefined;
    const target = targetPointer(node["$ref"]);
    const first = shown.get(target);
    if (first !== undefined) return first;
    const inner = partsOf(only);
    if (fieldsOf(inner).size > 0 || inner.some((part) => shapesOf(part).length > 0)) shown.set(target, path);
    return undefined;
  }

  /** A field may be stated where the shape of its value is not; else the marker of the component wins. */
  function basisOf(place: Place): string {
    const node = valueAt(contract.document, place.pointer);
    const own = isObject(node) ? standingOf(node, place) : place;
    const end = followed(place);
    const isHalf = own.basis === "stated" && own.section !== undefined && end.basis === "assumed";
    return isHalf ? `${basisText(own)}, shape assumed` : basisText(end);
  }

  /** Where the `$ref`s of a place lead. */
  function followed(place: Place, hops = 0): Place {
    const node = valueAt(contract.document, place.pointer);
    if (!isObject(node)) return place;
    const standing = standingOf(node, place);
    if (typeof node["$ref"] !== "string" || hops > MAX_DEPTH) return { ...standing, pointer: place.pointer };
    return followed({ ...standing, pointer: targetPointer(node["$ref"]) }, hops + 1);
  }

  /** The fields of an object, and the items of a list as one called "[]". */
  function fieldsOf(owners: readonly Part[]): Map<string, Field> {
    const required = new Set(owners.flatMap(({ node }) => (Array.isArray(node["required"]) ? node["required"] : [])));
    const places = owners.flatMap((owner) => {
      const { properties, items, additionalProperties } = owner.node;
      const at = (name: string, ...path: string[]): [string, Place] => [
        name,
        { ...owner, pointer: joinPointer(owner.pointer, ...path) },
      ];
      return [
        ...Object.keys(isObject(properties) ? properties : {}).map((name) => at(name, "properties", name)),
        ...(isObject(items) ? [at("[]", "items")] : []),
        ...(isObject(additionalProperties) ? [at("*", "additionalProperties")] : []),
      ];
    });
    return new Map(
      [...Map.groupBy(places, ([name]) => name)].map(([name, found]) => [
        name,
        { places: found.map(([, place]) => place), isRequired: required.has(name) },
      ]),
    );
  }

  /** All that speaks of one value together: a schema, what it refers to, its allOf, and alternatives that are plain values. */
  function partsOf(place: Place): Part[] {
    return partsBeside(place, new Set());
  }

  function partsBeside(place: Place, seen: Set<string>): Part[] {
    const node = valueAt(contract.document, place.pointer);
    if (!isObject(node) || seen.has(place.pointer)) return [];
    seen.add(place.pointer);
    const part: Part = { ...standingOf(node, place), pointer: place.pointer, node };
    const target = typeof node["$ref"] === "string" ? [targetPointer(node["$ref"])] : [];
    const together = [...target, ...pointersAt(part, "allOf")].flatMap((pointer) =>
      partsBeside({ ...part, pointer }, seen),
    );
    const plain = unionsOf(part).filter((union) => !hasShapes(union));
    return [part, ...together, ...plain.flat().flatMap((each) => partsBeside(each, seen))];
  }

  /** The alternatives of a union in which at least one has fields or items. */
  function shapesOf(part: Part): Place[] {
    return unionsOf(part).filter(hasShapes).flat();
  }

  function unionsOf(part: Part): Place[][] {
    return ["oneOf", "anyOf"]
      .map((keyword) => pointersAt(part, keyword).map((pointer): Place => ({ ...part, pointer })))
      .filter((union) => union.length > 0);
  }

  /** Looked for once for each union, however many ways lead to it. */
  function hasShapes(union: readonly Place[]): boolean {
    const key = union[0]?.pointer ?? "";
    let has = withShapes.get(key);
    if (has !== undefined) return has;
    withShapes.set(key, false);
    has = union.flatMap(partsOf).some((part) => fieldsOf([part]).size > 0 || shapesOf(part).length > 0);
    withShapes.set(key, has);
    return has;
  }

  /** What tells an alternative apart: a member that has one value only, or its type. */
  function labelOf(place: Place): string {
    const parts = partsOf(place);
    const [tag] = [...fieldsOf(parts)].flatMap(([name, { places }]) => {
      const values = places.flatMap(partsOf).flatMap(({ node }) => [node["const"] ?? [], node["enum"] ?? []].flat());
      const [text, ...others] = new Set(values.map(textOfValue));
      return text !== undefined && others.length === 0 ? [`${name} ${text}`] : [];
    });
    return tag ?? typeText(parts, isSent);
  }
}

/** A longer path is not shown. */
const LONGEST_PATH = 60;

function within(path: string, name: string): string {
  return path === "" || name === "[]" ? path + name : `${path}.${name}`;
}

function pointersAt({ node, pointer }: Part, keyword: string): string[] {
  const branches = Array.isArray(node[keyword]) ? (node[keyword] as Json[]) : [];
  return branches.map((_, index) => joinPointer(pointer, keyword, index));
}

function typeText(parts: readonly Part[], isSent: boolean): string {
  const types = [...new Set(parts.flatMap(({ node }) => [node["type"] ?? []].flat()))];
  const format = parts.find(({ node }) => node["format"] !== undefined)?.node["format"];
  const values = parts.flatMap(({ node }) => [node["enum"] ?? [], node["const"] ?? []].flat());
  if (parts.some(({ node }) => JSON.stringify(node["not"]) === "{}")) return "nothing";
  if (values.length > 0) {
    const isOpen = isSent && parts.some(({ node }) => isOpenEnum(node));
    return `${[...new Set(values.map(textOfValue))].join(" | ")}${isOpen ? " | …" : ""}`;
  }
  const isUnion = parts.some(({ node }) => node["oneOf"] !== undefined || node["anyOf"] !== undefined);
  const text = types.length > 0 ? types.join(" | ") : isUnion ? "one of several shapes" : "any";
  const limits = limitsText(parts.map(({ node }) => node));
  return `${text}${format === undefined ? "" : ` (${String(format)})`}${limits && `, ${limits}`}`;
}

function describe(parts: readonly Part[]): string {
  const text = parts.find(({ node }) => typeof node["description"] === "string")?.node["description"];
  const first = String(text ?? "")
    .trim()
    .replaceAll(/\s+/g, " ");
  return first.length > 90 ? `${first.slice(0, 89)}…` : first;
}
