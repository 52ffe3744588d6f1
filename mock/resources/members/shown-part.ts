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
  findListedSchema,
  listPropertyNames,
  splitPropertyPath,
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
type Restore = ReturnType<typeof createOpenMembers>;

/** How the item of an operation differs from what the schema of its body keeps. */
interface Forms {
  /** Path of the item or of the list. */
  readonly steps: readonly string[];
  /** True for a list that is an object of items by their ids. */
  readonly isMap: boolean;
  readonly restore: Restore;
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
    const { steps, isMap, restore, cast } = collectForms(operation, schema);
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

  function collectForms(operation: Operation, schema: Schema): Forms {
    let form = forms.get(operation);
    if (!form) {
      const role = roles.get(operation);
      const { kind, itemsProperty, wrapper, idProperty, isKeyed: isMap = false } = role ?? {};
      const steps = splitPropertyPath(contract, schema.value, kind === "list" ? itemsProperty : wrapper);
      const items =
        role?.kind === "list"
          ? [findListedSchema(contract, schema.value, role)]
          : schemasAtPath(contract, schema.value, steps);
      const siblings = listSiblings(operation);
      const readers = siblings.filter(([, each]) => each.kind === "read" && each.part === undefined);
      const whole = readers.map(([reader]) => itemSchemaOf(reader)).filter((each) => each !== undefined);
      const writers = siblings.filter(([, other]) => writingKinds.has(other.kind) && other.each === undefined);
      const sent = writers.map(([writer]) => sentSchemaOf(writer));
      const shown = [...items, ...whole];
      const isUnnamed =
        whole.length > 0 &&
        shown.every((each) => [...listPropertyNames(contract, each)].every((name) => name === idProperty));
      const castItem = createMemberTypes(contract, { shown: items, others: [...whole, ...sent] });
      const restoreItem = createOpenMembers(contract, { shown, sent, isUnnamed });
      const entry = kind === "list" ? (role?.entryProperty?.split(".") ?? []) : [];
      const inEntry = (value: Json, change: (item: Json) => Json): Json => {
        const item = valueAtPath(value, entry);
        if (item === undefined) return value;
        return withValueAtPath(value, entry, change(item));
      };
      const cast: Cast | undefined = castItem && ((value) => inEntry(value, castItem));
      const restore: Restore = (value, stored) =>
        inEntry(value, (item) => restoreItem(item, valueAtPath(stored, entry) ?? item));
      forms.set(operation, (form = { steps, isMap, restore, cast: isMap ? undefined : cast }));
    }
    return form;
  }

  /** The operations of the same collection. */
  function listSiblings(operation: Operation): [Operation, Role][] {
    const template = anonymousTemplate(roles.get(operation)?.collection ?? "");
    return [...roles].filter(([, { collection }]) => anonymousTemplate(collection) === template);
  }
}

function forEach(item: Json, cast: Cast): Json {
  if (Array.isArray(item)) return item.map((each: Json) => cast(each));
  return cast(item);
}
