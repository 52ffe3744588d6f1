import type { Contract, Operation, Schema } from "../../contracts/index.ts";
import { pairApiOperations } from "../compare/apis.ts";
import { wireParameters } from "../pairing/wire-parameters.ts";
import { createSchemaReader } from "../schema/reader.ts";
import type { View } from "../schema/view.ts";

/**
 * Maps the pointers of parameters and their schemas in the revision to their pointers in the base. A parameter of one
 * side can be a property of an object parameter on the other side.
 */
export function formerParameters(base: Contract, revision: Contract): ReadonlyMap<string, readonly string[]> {
  if (base.kind === "graphql" || revision.kind === "graphql") return new Map();
  const read = { base: getSchemaReader(base), revision: getSchemaReader(revision) };
  const placed = (one: Operation) => [one, one.path] as const;
  return new Map(
    pairApiOperations({ base, revision }).flatMap(({ base: before, revision: after }) => {
      if (!before || !after) return [];
      const lists = wireParameters({ base: placed(before), revision: placed(after) }, read);
      return [...lists.revision].flatMap(([key, { pointer, schema }]) => {
        const former = lists.base.get(key);
        if (!former) return [];
        const places = [former.pointer, former.schema.pointer];
        return [pointer, schema.pointer].map((at) => [at, places] as const);
      });
    }),
  );
}

function getSchemaReader(contract: Contract): (schema: Schema) => View {
  const read = createSchemaReader(contract);
  return ({ pointer, value, basis }) => read([{ pointer, schema: value, basis }]);
}
