import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Role,
  type RoleKind,
  type Schema,
  anonymousTemplate,
  isObject,
  memberSchemaOf,
  membersOf,
  propertyNamesOf,
  propertyPathOf,
  schemasAtPath,
  valueAtPath,
  withValueAtPath,
} from "../../../contracts/index.ts";
import { project } from "../../../contracts/generate/index.ts";
import { createMemberTypes } from "./member-types.ts";
import { createOpenMembers } from "./open-members.ts";

interface ShownPartInput {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  /** The schema of the item in an operation's body, without its wrapper. */
  itemSchemaOf(operation: Operation): JsonSchema | undefined;
  /** The schema of the item in an operation's request. */
  sentSchemaOf(operation: Operation): JsonSchema;
}

type Cast = (item: Json) => Json;

/** How the item of an operation differs from what the schema of its body keeps. */
interface Forms {
  /** Path of the item or of the list. */
  readonly steps: readonly string[];
  /** True for a list that is an object of items by their ids. */
  readonly isMap: boolean;
  readonly restore: ReturnType<typeof createOpenMembers>;
  readonly cast: Cast | undefined;
}

const writingKinds: ReadonlySet<RoleKind> = new Set(["create", "update", "replace"]);

/**
 * Compiles what an operation's body shows of a value: its documented parts in their types, and what was sent in nested
 * objects that allow more members than they name.
 */
export function createShownPart({ contract, roles, itemSchemaOf, sentSchemaOf }: ShownPartInput) {
  const forms = new Map<Operation, Forms>();

  return (operation: Operation, schema: Schema, whole: Json): Json => {
    const { steps, isMap, restore, cast } = formsOf(operation, schema);
    const item = cast && valueAtPath(whole, steps);
    const value = item === undefined ? whole : withValueAtPath(whole, steps, forEach(item, cast as Cast));
    const kept = project(contract, schema.value, value, "response");
    if (kept === value) return value;
    const [shown, stored] = [valueAtPath(kept, steps), valueAtPath(value, steps)];
    if (shown === undefined || stored === undefined || shown === stored) return kept;
    if (isMap && isObject(shown) && isObject(stored)) {
      const items = Object.entries(shown).map(([id, each]) => [id, restore(each, stored[id] as Json)]);
      return withValueAtPath(kept, steps, Object.fromEntries(items) as JsonObject);
    }
    if (!Array.isArray(shown) || !Array.isArray(stored)) return withValueAtPath(kept, steps, restore(shown, stored));
    const items = shown.map((each: Json, index) => restore(each, stored[index] as Json));
    return withValueAtPath(kept, steps, items);
  };

  function formsOf(operation: Operation, schema: Schema): Forms {
    let form = forms.get(operation);
    if (!form) {
      const { kind, itemsProperty, wrapper, idProperty, isKeyed: isMap = false } = roles.get(operation) ?? {};
      const steps = propertyPathOf(contract, schema.value, kind === "list" ? itemsProperty : wrapper);
      const own = schemasAtPath(contract, schema.value, steps);
      const itemsIn = (list: JsonSchema): readonly JsonSchema[] =>
        isMap ? [memberSchemaOf(contract, list, "")] : membersOf(contract, list, "items");
      const items = kind === "list" ? own.flatMap(itemsIn) : own;
      const siblings = siblingsOf(operation);
      const readers = siblings.filter(([, role]) => role.kind === "read" && role.part === undefined);
      const whole = readers.map(([reader]) => itemSchemaOf(reader)).filter((each) => each !== undefined);
      const writers = siblings.filter(([, role]) => writingKinds.has(role.kind) && role.each === undefined);
      const sent = writers.map(([writer]) => sentSchemaOf(writer));
      const shown = [...items, ...whole];
      const isUnnamed =
        whole.length > 0 &&
        shown.every((each) => [...propertyNamesOf(contract, each)].every((name) => name === idProperty));
      const cast = createMemberTypes(contract, { shown: items, others: [...whole, ...sent] });
      const restore = createOpenMembers(contract, { shown, sent, isUnnamed });
      forms.set(operation, (form = { steps, isMap, restore, cast: isMap ? undefined : cast }));
    }
    return form;
  }

  /** The operations of the same collection. */
  function siblingsOf(operation: Operation): [Operation, Role][] {
    const template = anonymousTemplate(roles.get(operation)?.collection ?? "");
    return [...roles].filter(([, { collection }]) => anonymousTemplate(collection) === template);
  }
}

function forEach(item: Json, cast: Cast): Json {
  return Array.isArray(item) ? item.map((each: Json) => cast(each)) : cast(item);
}
