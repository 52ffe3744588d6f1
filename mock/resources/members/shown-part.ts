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
import { createOpenMembers } from "./open-members.ts";

interface ShownPartInput {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  /** The schema of the item in an operation's body, without its wrapper. */
  itemSchemaOf(operation: Operation): JsonSchema | undefined;
  /** The schema of the item in an operation's request. */
  sentSchemaOf(operation: Operation): JsonSchema;
}

type RestoreMembers = ReturnType<typeof createOpenMembers>;

const writingKinds: ReadonlySet<RoleKind> = new Set(["create", "update", "replace"]);

/**
 * Compiles what an operation's body shows of a value: its documented parts, and what was sent in nested objects that
 * allow more members than they name.
 */
export function createShownPart({ contract, roles, itemSchemaOf, sentSchemaOf }: ShownPartInput) {
  const restores = new Map<Operation, RestoreMembers>();

  return (operation: Operation, schema: Schema, value: Json): Json => {
    const kept = project(contract, schema.value, value, "response");
    if (kept === value) return value;
    const { kind, itemsProperty, wrapper } = roles.get(operation) ?? {};
    const steps = propertyPathOf(contract, schema.value, kind === "list" ? itemsProperty : wrapper);
    const [shown, stored] = [valueAtPath(kept, steps), valueAtPath(value, steps)];
    if (shown === undefined || stored === undefined || shown === stored) return kept;
    const restore = restoreOf(operation, schema, steps);
    if (!Array.isArray(shown) || !Array.isArray(stored)) return withValueAtPath(kept, steps, restore(shown, stored));
    const items = shown.map((item: Json, index) => restore(item, stored[index] as Json));
    return withValueAtPath(kept, steps, items);
  };

  function restoreOf(operation: Operation, schema: Schema, steps: readonly string[]): RestoreMembers {
    let restore = restores.get(operation);
    if (!restore) {
      const own = schemasAtPath(contract, schema.value, steps);
      const isList = roles.get(operation)?.kind === "list";
      const items = isList ? own.flatMap((list) => membersOf(contract, list, "items")) : own;
      const siblings = siblingsOf(operation);
      const readers = siblings.filter(([, { kind, part }]) => kind === "read" && part === undefined);
      const whole = readers.map(([reader]) => itemSchemaOf(reader)).filter((each) => each !== undefined);
      const writers = siblings.filter(([, { kind, each }]) => writingKinds.has(kind) && each === undefined);
      const sent = writers.map(([writer]) => sentSchemaOf(writer));
      const shown = [...items, ...whole];
      const { idProperty } = roles.get(operation) ?? {};
      const isUnnamed =
        whole.length > 0 &&
        shown.every((each) => [...propertyNamesOf(contract, each)].every((name) => name === idProperty));
      restores.set(operation, (restore = createOpenMembers(contract, { shown, sent, isUnnamed })));
    }
    return restore;
  }

  /** The operations of the same collection. */
  function siblingsOf(operation: Operation): [Operation, Role][] {
    const template = anonymousTemplate(roles.get(operation)?.collection ?? "");
    return [...roles].filter(([, { collection }]) => anonymousTemplate(collection) === template);
  }
}
