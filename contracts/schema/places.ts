import { oncePer } from "../model/once-per.ts";
import type { Json } from "../model/json.ts";
import type { Contract } from "../model/contract.ts";
import { join, splitPointer, valueAt } from "../model/pointer.ts";
import { isObject } from "../model/shapes.ts";
import { unionKeywords } from "./schema.ts";
import { type PlacedSchema, type SchemaPart, type Shape, createShapes, subschemas } from "./shape.ts";
import { type Direction, getAcceptor } from "./validator.ts";

/** Location in a value, with all schemas that apply there. */
export interface SchemaPlace {
  /** JSON pointer into the value. */
  readonly pointer: string;
  readonly value: Json;
  /** Schemas that apply to the value here. Of the branches of a union, those that accept it. */
  readonly parts: readonly SchemaPart[];
}

/** Locations in a value that its schema describes, from the root down. */
export function listSchemaPlaces(
  contract: Contract,
  schemaPointer: string,
  value: Json,
  direction: Direction,
): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  visitPlace(shapesOf(contract)[direction](schemaPointer), value, "");
  return places;

  function visitPlace(undecided: Shape, part: Json, pointer: string): void {
    if (undecided.parts.length === 0) return;
    const shape = undecided.narrow(part);
    places.push({ pointer, value: part, parts: shape.parts });
    if (Array.isArray(part))
      part.forEach((item, index) => visitPlace(shape.item(index), item as Json, `${pointer}/${index}`));
    else if (isObject(part))
      for (const name of Object.keys(part)) visitPlace(shape.member(name), part[name] as Json, join(pointer, name));
  }
}

const shapesOf = oncePer((contract: Contract) => ({
  request: createAcceptingShapes(contract, "request"),
  response: createAcceptingShapes(contract, "response"),
}));

/** Finds the shape of a schema by its pointer. Of the subschemas of the shape, those that accept the value apply. */
function createAcceptingShapes(contract: Contract, direction: Direction): (pointer: string) => Shape {
  const shapeOf = createShapes(contract, chooseAccepting);
  const roots = new Map<string, Shape>();
  return (pointer) => {
    let root = roots.get(pointer);
    if (!root) {
      const schema = valueAt(contract.document, pointer);
      roots.set(pointer, (root = shapeOf(isObject(schema) ? [{ pointer, schema }] : [])));
    }
    return root;
  };

  function chooseAccepting(part: SchemaPart, value: Json): readonly PlacedSchema[] {
    const acceptsPart = ({ pointer }: PlacedSchema): boolean => getAcceptor(contract, pointer, direction)(value);
    const [condition] = subschemas(part, "if");
    const dependents = subschemas(part, "dependentSchemas");
    return [
      ...unionKeywords.flatMap((keyword) => subschemas(part, keyword).filter(acceptsPart)),
      ...(condition ? subschemas(part, acceptsPart(condition) ? "then" : "else") : []),
      ...(isObject(value)
        ? dependents.filter(({ pointer }) => Object.hasOwn(value, splitPointer(pointer).at(-1) as string))
        : []),
    ];
  }
}
