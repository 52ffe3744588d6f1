import {
  type Contract,
  type Json,
  type JsonObject,
  type Standing,
  isObject,
  isOpenEnum,
  joinPointer,
  readStanding,
  targetPointer,
  valueAt,
} from "../../contracts/index.ts";
import { basisText } from "./basis-text.ts";
import { limitsText } from "./limits.ts";
import { textOfValue } from "./value-text.ts";

/** Maximum depth of an outline. Deeper fields are replaced by a line with "…". */
const MAX_DEPTH = 16;

/** Pointer of a schema, with the basis that it inherits. */
interface SchemaPlace extends Standing {
  readonly pointer: string;
}

/** Schema with its node in the document. */
interface SchemaPart extends SchemaPlace {
  readonly node: JsonObject;
}

/** Field with the schemas that apply to it. */
interface Field {
  readonly places: readonly SchemaPlace[];
  readonly isRequired: boolean;
}

interface OutlineOptions {
  /** True if the provider sends the body. Then open enums may have more values. */
  readonly isSent: boolean;
}

/**
 * Rows for the fields of a body: name, type, required, read-only or neither, basis, description. Each alternative of a union has its own
 * row, with its fields below. The fields of a schema with several references are shown at the first one.
 */
export function outlineBody(contract: Contract, schema: SchemaPlace, { isSent }: OutlineOptions): string[][] {
  const withShapes = new Map<string, boolean>();
  /** Path at which the fields of a referenced schema are shown, by the pointer of the schema. */
  const shown = new Map<string, string>();
  const whole = collectSchemas(schema);
  const row = ["", typeText(whole, isSent), "", findFieldBasis(schema), shortenDescription(whole)];
  return [row, ...childRows(whole, 1, new Set([schema.pointer]), "")];

  function childRows(
    owners: readonly SchemaPart[],
    depth: number,
    ancestors: ReadonlySet<string>,
    path: string,
  ): string[][] {
    const indent = "  ".repeat(depth - 1);
    const fields = [...collectFields(owners)];
    const shapes = owners.flatMap(listShapes);
    if (depth > MAX_DEPTH && fields.length + shapes.length > 0) return [[`${indent}…`, "", "", "", ""]];
    return [
      ...fields.flatMap(([name, { places, isRequired }]) =>
        outlineField(`${indent}${name}`, describeNeed(places, isRequired), places, depth, ancestors, {
          path: appendPath(path, name),
        }),
      ),
      ...shapes.flatMap((place, index) =>
        outlineField(`${indent}(${index + 1} of ${shapes.length})`, "", [place], depth, ancestors, {
          path: appendPath(path, `(${index + 1} of ${shapes.length})`),
          label: labelAlternative(place),
        }),
      ),
    ];
  }

  /** A member that only the other side sends is not required here. */
  function describeNeed(places: readonly SchemaPlace[], isRequired: boolean): string {
    const keyword = isSent ? "writeOnly" : "readOnly";
    if (places.flatMap(collectSchemas).some(({ node }) => node[keyword] === true))
      return isSent ? "write-only" : "read-only";
    return isRequired ? "required" : "";
  }

  function outlineField(
    name: string,
    need: string,
    places: readonly SchemaPlace[],
    depth: number,
    ancestors: ReadonlySet<string>,
    { path, label }: { readonly path: string; readonly label?: string },
  ): string[][] {
    const inner = places.flatMap(collectSchemas);
    const isCircle = inner.some(({ pointer }) => ancestors.has(pointer));
    const type = label ?? typeText(inner, isSent);
    const known = new Set([...ancestors, ...inner.map(({ pointer }) => pointer)]);
    const first = isCircle ? undefined : earlierPath(places, path);
    const rows = isCircle || first !== undefined ? [] : childRows(inner, depth + 1, known, path);
    const typeCell = isCircle
      ? `${type}, as above`
      : first === undefined
        ? type
        : `${type}, as ${first.length > MAX_PATH_LENGTH ? "" : `${first} `}above`;
    return [[name, typeCell, need, findFieldBasis(places[0] as SchemaPlace), shortenDescription(inner)], ...rows];
  }

  /** Path at which the fields of a referenced schema are already shown. If they are not, records `path`. */
  function earlierPath(places: readonly SchemaPlace[], path: string): string | undefined {
    const [only, another] = places;
    const node = only && valueAt(contract.document, only.pointer);
    if (!only || another || !isObject(node) || typeof node["$ref"] !== "string") return undefined;
    const target = targetPointer(node["$ref"]);
    const first = shown.get(target);
    if (first !== undefined) return first;
    const inner = collectSchemas(only);
    if (collectFields(inner).size > 0 || inner.some((part) => listShapes(part).length > 0)) shown.set(target, path);
    return undefined;
  }

  /** Basis of a field. It may be stated while its schema is assumed; otherwise the basis of the referenced schema applies. */
  function findFieldBasis(place: SchemaPlace): string {
    const node = valueAt(contract.document, place.pointer);
    const ofField = isObject(node) ? readStanding(node, place) : place;
    const ofTarget = resolveRefs(place);
    const differs = ofField.basis === "stated" && ofField.section !== undefined && ofTarget.basis === "assumed";
    if (differs) return `${basisText(ofField)}, shape assumed`;
    return basisText(ofTarget);
  }

  /** Target of the `$ref`s of a schema. */
  function resolveRefs(place: SchemaPlace, hops = 0): SchemaPlace {
    const node = valueAt(contract.document, place.pointer);
    if (!isObject(node)) return place;
    const basis = readStanding(node, place);
    if (typeof node["$ref"] !== "string" || hops > MAX_DEPTH) return { ...basis, pointer: place.pointer };
    return resolveRefs({ ...basis, pointer: targetPointer(node["$ref"]) }, hops + 1);
  }

  /** Fields of an object. The items of a list are a field with the name "[]". */
  function collectFields(owners: readonly SchemaPart[]): Map<string, Field> {
    const required = new Set(owners.flatMap(({ node }) => (Array.isArray(node["required"]) ? node["required"] : [])));
    const places = owners.flatMap((owner) => {
      const { properties, items, additionalProperties } = owner.node;
      const toFieldEntry = (name: string, ...path: string[]): [string, SchemaPlace] => [
        name,
        { ...owner, pointer: joinPointer(owner.pointer, ...path) },
      ];
      return [
        ...Object.keys(isObject(properties) ? properties : {}).map((name) => toFieldEntry(name, "properties", name)),
        ...(isObject(items) ? [toFieldEntry("[]", "items")] : []),
        ...(isObject(additionalProperties) ? [toFieldEntry("*", "additionalProperties")] : []),
      ];
    });
    return new Map(
      [...Map.groupBy(places, ([name]) => name)].map(([name, found]) => [
        name,
        { places: found.map(([, place]) => place), isRequired: required.has(name) },
      ]),
    );
  }

  /** Schemas that apply to one value: the schema, its `$ref`, its allOf, and alternatives without fields. */
  function collectSchemas(place: SchemaPlace): SchemaPart[] {
    return partsBeside(place, new Set());
  }

  function partsBeside(place: SchemaPlace, seen: Set<string>): SchemaPart[] {
    const node = valueAt(contract.document, place.pointer);
    if (!isObject(node) || seen.has(place.pointer)) return [];
    seen.add(place.pointer);
    const part: SchemaPart = { ...readStanding(node, place), pointer: place.pointer, node };
    const target = typeof node["$ref"] === "string" ? [targetPointer(node["$ref"])] : [];
    const allOfParts = [...target, ...listBranchPointers(part, "allOf")].flatMap((pointer) =>
      partsBeside({ ...part, pointer }, seen),
    );
    const unionsWithoutFields = listUnions(part).filter((union) => !hasShapes(union));
    return [part, ...allOfParts, ...unionsWithoutFields.flat().flatMap((each) => partsBeside(each, seen))];
  }

  /** Alternatives of the unions in which at least one has fields or items. */
  function listShapes(part: SchemaPart): SchemaPlace[] {
    return listUnions(part).filter(hasShapes).flat();
  }

  function listUnions(part: SchemaPart): SchemaPlace[][] {
    return ["oneOf", "anyOf"]
      .map((keyword) => listBranchPointers(part, keyword).map((pointer): SchemaPlace => ({ ...part, pointer })))
      .filter((union) => union.length > 0);
  }

  /** True if an alternative has fields or items. Cached per union. */
  function hasShapes(union: readonly SchemaPlace[]): boolean {
    const key = union[0]?.pointer ?? "";
    let has = withShapes.get(key);
    if (has !== undefined) return has;
    withShapes.set(key, false);
    has = union.flatMap(collectSchemas).some((part) => collectFields([part]).size > 0 || listShapes(part).length > 0);
    withShapes.set(key, has);
    return has;
  }

  /** Label of an alternative: a property with a single value, or its type. */
  function labelAlternative(place: SchemaPlace): string {
    const parts = collectSchemas(place);
    const [tag] = [...collectFields(parts)].flatMap(([name, { places }]) => {
      const values = places
        .flatMap(collectSchemas)
        .flatMap(({ node }) => [node["const"] ?? [], node["enum"] ?? []].flat());
      const [text, ...others] = new Set(values.map(textOfValue));
      if (text !== undefined && others.length === 0) return [`${name} ${text}`];
      return [];
    });
    return tag ?? typeText(parts, isSent);
  }
}

/** Maximum length of a path in a cell. */
const MAX_PATH_LENGTH = 60;

function appendPath(path: string, name: string): string {
  if (path === "" || name === "[]") return path + name;
  return `${path}.${name}`;
}

function listBranchPointers({ node, pointer }: SchemaPart, keyword: string): string[] {
  const branches = Array.isArray(node[keyword]) ? (node[keyword] as Json[]) : [];
  return branches.map((_, index) => joinPointer(pointer, keyword, index));
}

function typeText(parts: readonly SchemaPart[], isSent: boolean): string {
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

function shortenDescription(parts: readonly SchemaPart[]): string {
  const text = parts.find(({ node }) => typeof node["description"] === "string")?.node["description"];
  const first = String(text ?? "")
    .trim()
    .replaceAll(/\s+/g, " ");
  if (first.length > 90) return `${first.slice(0, 89)}…`;
  return first;
}
