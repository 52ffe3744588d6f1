import {
  type Contract,
  type Json,
  type JsonSchema,
  type Operation,
  type Role,
  type RoleKind,
  type Schema,
  anonymousTemplate,
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
    const { steps, restore, cast } = formsOf(operation, schema);
    const item = cast && valueAtPath(whole, steps);
    const value = item === undefined ? whole : withValueAtPath(whole, steps, forEach(item, cast as Cast));
    const kept = project(contract, schema.value, value, "response");
    if (kept === value) return value;
    const [shown, stored] = [valueAtPath(kept, steps), valueAtPath(value, steps)];
    if (shown === undefined || stored === undefined || shown === stored) return kept;
    if (!Array.isArray(shown) || !Array.isArray(stored)) return withValueAtPath(kept, steps, restore(shown, stored));
    const items = shown.map((each: Json, index) => restore(each, stored[index] as Json));
    return withValueAtPath(kept, steps, items);
  };

  function formsOf(operation: Operation, schema: Schema): Forms {
    let form = forms.get(operation);
    if (!form) {
      const { kind, itemsProperty, wrapper, idProperty } = roles.get(operation) ?? {};
      const steps = propertyPathOf(contract, schema.value, kind === "list" ? itemsProperty : wrapper);
      const own = schemasAtPath(contract, schema.value, steps);
      const items = kind === "list" ? own.flatMap((list) => membersOf(contract, list, "items")) : own;
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
      forms.set(operation, (form = { steps, restore: createOpenMembers(contract, { shown, sent, isUnnamed }), cast }));
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
