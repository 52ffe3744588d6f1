import {
  type Contract,
  type Json,
  type JsonObject,
  type Standing,
  isObject,
  isOpenEnum,
  joinPointer,
  standingOf,
  standingText,
  targetPointer,
  valueAt,
} from "../../contracts/index.ts";

/** Deeper than this, a schema is cut off. */
const MAX_DEPTH = 6;

/** A schema with the standing it is found with. */
interface Place extends Standing {
  readonly pointer: string;
}

/** A field with the schemas that speak of it. */
interface Field {
  readonly places: readonly Place[];
  readonly isRequired: boolean;
}

/** The fields of a body, one row for each: name, type, whether it is required, what it rests on, description. */
export function outlineOf(contract: Contract, schema: Place): string[][] {
  const whole = partsOf(schema);
  const row = ["", typeText(whole), "", standingText(whole[0] ?? schema), describe(whole)];
  return [row, ...below(whole, 1, new Set([schema.pointer]))];

  function below(owners: readonly Part[], depth: number, above: ReadonlySet<string>): string[][] {
    if (depth > MAX_DEPTH) return [];
    return [...fieldsOf(owners)].flatMap(([name, { places, isRequired }]) => {
      const inner = places.flatMap(partsOf);
      const isCircle = inner.some(({ pointer }) => above.has(pointer));
      const line = [
        `${"  ".repeat(depth - 1)}${name}`,
        isCircle ? `${typeText(inner)}, as above` : typeText(inner),
        isRequired ? "required" : "",
        basisText(places[0] as Place, inner),
        describe(inner),
      ];
      const known = new Set([...above, ...inner.map(({ pointer }) => pointer)]);
      return [line, ...(isCircle ? [] : below(inner, depth + 1, known))];
    });
  }

  /** A field may be stated where the shape of its value is not. */
  function basisText(place: Place, inner: readonly Part[]): string {
    const node = valueAt(contract.document, place.pointer);
    const own = isObject(node) ? standingOf(node, place) : place;
    const isHalf = own.basis === "stated" && inner[0]?.basis === "assumed";
    return isHalf ? `${standingText(own)}, shape assumed` : standingText(own);
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

  /** A schema, what it refers to, and its branches: all that speak of the same value. */
  function partsOf(place: Place): Part[] {
    const node = valueAt(contract.document, place.pointer);
    if (!isObject(node)) return [];
    const standing = standingOf(node, place);
    const part = { ...standing, pointer: place.pointer, node };
    const branches = ["allOf", "oneOf", "anyOf"].flatMap((keyword) =>
      (Array.isArray(node[keyword]) ? (node[keyword] as Json[]) : []).map((_, index) =>
        joinPointer(place.pointer, keyword, index),
      ),
    );
    const target = typeof node["$ref"] === "string" ? [targetPointer(node["$ref"])] : [];
    return [
      ...(target.length > 0 ? [] : [part]),
      ...[...target, ...branches].flatMap((pointer) => partsOf({ ...standing, pointer })),
    ];
  }
}

interface Part extends Place {
  readonly node: JsonObject;
}

function typeText(parts: readonly Part[]): string {
  const types = [...new Set(parts.flatMap(({ node }) => [node["type"] ?? []].flat()))];
  const format = parts.find(({ node }) => node["format"] !== undefined)?.node["format"];
  const values = parts.flatMap(({ node }) => [node["enum"] ?? [], node["const"] ?? []].flat());
  if (parts.some(({ node }) => JSON.stringify(node["not"]) === "{}")) return "nothing";
  if (values.length > 0) {
    const isOpen = parts.some(({ node }) => isOpenEnum(node));
    return `${[...new Set(values.map(String))].join(" | ")}${isOpen ? " | …" : ""}`;
  }
  const text = types.length === 0 ? "any" : types.join(" | ");
  return format === undefined ? text : `${text} (${String(format)})`;
}

function describe(parts: readonly Part[]): string {
  const text = parts.find(({ node }) => typeof node["description"] === "string")?.node["description"];
  const first = String(text ?? "")
    .trim()
    .replaceAll(/\s+/g, " ");
  return first.length > 90 ? `${first.slice(0, 89)}…` : first;
}
