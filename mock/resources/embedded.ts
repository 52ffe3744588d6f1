import type { OperationRole, ResourceContext } from "./resource-context.ts";
import {
  type Contract,
  type Json,
  type Operation,
  type RoleKind,
  anonymousTemplate,
  canonicalPath,
  foldedName,
  extractItemId,
  listPropertyNames,
} from "../../contracts/index.ts";
import type { Call, Handler } from "../calls/call.ts";
import type { Stored } from "../state/stored.ts";
import { createExamples } from "./examples.ts";
import type { MemberPath } from "./members/member-paths.ts";
import { createEntryList } from "./memberships/entry-list.ts";
import { findShownPlace } from "./memberships/shown-place.ts";
import type { Representations } from "./representation.ts";
import { compileAddress } from "./resource.ts";
import type { StoredRole } from "./stored-role.ts";

/** List of an item that shows the items of a collection below it: `aliases` of a zone, for "/zones/{id}/aliases". */
export interface Embedding extends OperationRole {
  /** Place in the parent. */
  readonly list: MemberPath;
  /** Property of the entries that identifies them. */
  readonly key: string;
}

interface EmbeddingInput {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, StoredRole>;
  readonly representations: Representations;
}

/** Finds the list of the parent that shows the items of a collection. `role` and the result have the same parameters. */
export function findEmbedding(
  { contract, roles, representations }: EmbeddingInput,
  { collection, idProperty, idParameter = "", pathPrefix }: StoredRole,
): Embedding | undefined {
  const [, path = "", above = "", parameter = "", word = ""] =
    /^((.*)\/\{([^{}]+)\})\/([^/{}:]+)$/.exec(collection) ?? [];
  if (path === "") return undefined;
  const found = [...roles].find(
    ([operation, role]) =>
      role.kind === "read" &&
      role.part === undefined &&
      anonymousTemplate(canonicalPath(operation.path)) === anonymousTemplate(path),
  );
  if (!found) return undefined;
  const [operation, reader] = found;
  const { steps: list, entry = true } = findShownPlace({ contract, representations }, operation, { word }) ?? {};
  const key = [...listPropertyNames(contract, entry)].find(
    (name) => name === idProperty || foldedName(name) === foldedName(idParameter),
  );
  if (list === undefined || key === undefined) return undefined;
  const role: StoredRole = { ...reader, collection: above, idParameter: parameter };
  return { operation, role: pathPrefix === undefined ? role : { ...role, pathPrefix }, list, key };
}

const writingKinds: ReadonlySet<RoleKind> = new Set(["create", "copy", "update", "replace", "transition", "delete"]);

/** Shows the items that an operation writes in the list of their parent. */
export function withEmbedding(context: ResourceContext, handler: Handler): Handler {
  const { role, embedding } = context;
  if (!embedding || role.each !== undefined || !writingKinds.has(role.kind)) return handler;
  const { parent, list, key } = embedding;
  const { withEntries } = createEntryList(list, key);
  const [addressed, parentAt] = [compileAddress(role), compileAddress(parent.role)];
  const exampleAt = createExamples(parent);
  return async (call) => {
    const answer = await handler(call);
    if ("refused" in answer) return answer;
    const written = role.kind === "delete" ? undefined : answer.stored;
    const id = written === undefined ? addressed(call).id : (written.value[key] ?? extractItemId(written.value, role));
    if (id !== undefined) await showEmbedded(call, written, id);
    return answer;
  };

  async function showEmbedded(call: Call, written: Stored | undefined, id: Json): Promise<void> {
    const change = written ? { added: [{ ...written.value, [key]: id }] } : { removed: new Set([String(id)]) };
    const address = parentAt(call);
    const example = await exampleAt(call, address);
    await call.store.change(address, (stored) => {
      const current = stored ?? example?.();
      if (current) return { ...current, value: withEntries(current.value, change) };
      return null;
    });
  }
}
