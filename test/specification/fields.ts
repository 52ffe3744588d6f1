import {
  type Contract,
  type JsonObject,
  type MediaType,
  type Standing,
  listChildNodes,
  isObject,
  joinPointer,
  findJsonMedia,
  readStanding,
  targetPointer,
  valueAt,
} from "../../contracts/index.ts";

/** One of the schemas of a field. */
export interface FieldSchema {
  readonly pointer: string;
  readonly node: JsonObject;
  readonly standing: Standing;
  /** True if a schema of the object requires it. */
  readonly isRequired: boolean;
}

/**
 * Finds the schemas of a field in a body, through `$ref`s and unions: "results[].slug", "[].type" in an array,
 * "variables.*" for any member of a map.
 */
export function fieldsAt(contract: Contract, content: readonly MediaType[] | undefined, field: string): FieldSchema[] {
  const schema = content && findJsonMedia(content)?.schema;
  if (!schema) return [];
  const steps = field
    .replaceAll("[]", ".[]")
    .split(".")
    .filter((step) => step !== "");
  return steps.reduce(membersOf, partsAt(schema.pointer, schema, false));

  function membersOf(parents: readonly FieldSchema[], step: string): FieldSchema[] {
    const isRequired = parents.some(({ node: { required } }) => Array.isArray(required) && required.includes(step));
    return parents.flatMap(({ pointer, standing: basis }) => partsAt(memberPointer(pointer, step), basis, isRequired));
  }

  function partsAt(pointer: string, inherited: Standing, isRequired: boolean): FieldSchema[] {
    const node = valueAt(contract.document, pointer);
    if (!isObject(node)) return [];
    const basis = readStanding(node, inherited);
    const target = typeof node["$ref"] === "string" ? [targetPointer(node["$ref"])] : [];
    const branches = ["allOf", "oneOf", "anyOf"].flatMap((keyword) =>
      Object.keys(node[keyword] ?? {}).map((index) => joinPointer(pointer, keyword, index)),
    );
    return [
      { pointer, node, standing: basis, isRequired },
      ...[...target, ...branches].flatMap((at) => partsAt(at, basis, isRequired)),
    ];
  }
}

function memberPointer(pointer: string, step: string): string {
  if (step === "[]") return joinPointer(pointer, "items");
  return step === "*" ? joinPointer(pointer, "additionalProperties") : joinPointer(pointer, "properties", step);
}

/** A schema inside a body. */
interface PlacedSchema {
  readonly pointer: string;
  readonly node: JsonObject;
}

/** All schemas of a body, through `$ref`s, each once. */
export function schemasIn({ document }: Contract, content: readonly MediaType[]): PlacedSchema[] {
  const found = new Map<string, JsonObject>();
  for (const { schema } of content) if (schema) visit(schema.pointer);
  return [...found].map(([pointer, node]) => ({ pointer, node }));

  function visit(pointer: string): void {
    const node = valueAt(document, pointer);
    if (!isObject(node) || found.has(pointer)) return;
    found.set(pointer, node);
    if (typeof node["$ref"] === "string") visit(targetPointer(node["$ref"]));
    for (const child of listChildNodes(node, "schema", pointer)) visit(child.pointer);
  }
}
