import { type Contract, extractItemId, resourcesIn } from "../../contracts/index.ts";
import type { Call, Handler } from "../calls/call.ts";
import { type ItemKeys, findItems } from "./find-items.ts";
import type { OperationRole } from "./resource-context.ts";
import { compileCollection } from "./resource.ts";

/** Path parameter that may hold another key of an item than its id. */
interface OtherKey {
  readonly parameter: string;
  readonly collection: (call: Call) => string;
  readonly idProperty: string;
  readonly keysOf: ItemKeys;
  /** True if the path names items by this key only. */
  readonly isOnly: boolean;
}

/** Replaces other keys in the path of a call by ids, where a path allows both: {idOrName}. */
export function withOtherKeys(contract: Contract, { operation, role }: OperationRole, handler: Handler): Handler {
  const keys = listOtherKeys(contract, { operation, role });
  if (keys.length === 0) return handler;
  return async (call) => {
    let parameters = call.input.parameters;
    for (const key of keys) {
      const id = await resolveOtherKey({ ...call, input: { ...call.input, parameters } }, key);
      if (id !== undefined) parameters = { ...parameters, [key.parameter]: id };
    }
    return handler(parameters === call.input.parameters ? call : { ...call, input: { ...call.input, parameters } });
  };
}

/** The id of the item that a call names by another key. Undefined if it names one by its id, or none. */
async function resolveOtherKey(
  call: Call,
  { parameter, collection, idProperty, keysOf, isOnly }: OtherKey,
): Promise<string | undefined> {
  const { organization } = call.world;
  const asked = String(call.input.parameters[parameter] ?? "");
  const place = { organization, collection: collection(call) };
  if (!isOnly && (await call.store.read({ ...place, id: asked }))) return undefined;
  const [found] = await findItems(call, place.collection, { keysOf, key: asked });
  const id = extractItemId(found?.value, { idProperty });
  return id === undefined ? undefined : String(id);
}

function listOtherKeys(contract: Contract, { operation, role }: OperationRole): readonly OtherKey[] {
  const { by, idParameter = "", idProperty } = role;
  if (by !== undefined && idProperty !== undefined) {
    const readOtherKeys: ItemKeys = ({ value }) => [String(value[by] ?? "")];
    return [
      { parameter: idParameter, collection: compileCollection(role), idProperty, keysOf: readOtherKeys, isOnly: true },
    ];
  }
  const resources = resourcesIn(contract);
  const parts = resources.placeOf(operation).path.split("/");
  return parts.flatMap((part, index) => {
    const parameter = /^\{([^{}]+)\}/.exec(part)?.[1];
    if (parameter === undefined) return [];
    const { otherKeys, key, collection } = resources.at(parts.slice(0, index).join("/"));
    if (otherKeys.length === 0 || !key) return [];
    const place = compileCollection({ ...role, collection });
    const readOtherKeys: ItemKeys = ({ value }) => otherKeys.map((name) => String(value[name] ?? ""));
    return [{ parameter, collection: place, idProperty: key.property, keysOf: readOtherKeys, isOnly: false }];
  });
}
