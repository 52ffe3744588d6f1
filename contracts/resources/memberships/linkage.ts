import type { Operation } from "../../model/contract.ts";
import type { JsonSchema } from "../../model/json.ts";
import { listMemberSchemas } from "../../schema/schema.ts";
import type { Resources } from "../resources.ts";
import { holdsKey, holdsList, holdsObject } from "../sites.ts";

/** Place of the keys of items in a request. */
export interface SentKeys {
  /** Member that holds them. Without it, the body itself is the list. */
  readonly name?: string;
  readonly isList: boolean;
  /** Member of each entry that holds the key, where entries are objects. */
  readonly key?: string;
  /** Members of each entry beside the key, which the item has as well: its type. */
  readonly beside?: readonly string[];
  /** True if the sent value is the address of an item, whose last segment is its key. */
  readonly isAddress?: boolean;
}

/** Members that identify an item to which a body links. */
const identityNames = /^(_?id|uuid|guid|gid)$/i;

/** Members that hold the address of an item to which a body links. */
const addressNames = /^(@odata\.id|@id|\$ref)$/i;

/** Query parameters with such an address. */
const queryNames = /^[@$]id$/;

/** Members beside an identity that say nothing of the item. */
const besideIdentity = /^(_?type|kind|meta|_?links|@odata\.(type|context|etag))$/i;

/** Members beside links in a body. */
const envelopeNames = /^(_?links|meta|jsonapi|included|@odata\.\w+)$/i;

/** The links in a body that has items with nothing but what identifies them: `{"data": [{"type": "tags", "id": "1"}]}`. */
export function readLinkage(resources: Resources, schema: JsonSchema | undefined): SentKeys | undefined {
  if (schema === undefined) return undefined;
  const { bodies, contract } = resources;
  const whole = readPlacedLinkage(resources, schema);
  if (whole || !holdsObject(contract, schema)) return whole;
  const [only, other] = [...bodies.names(schema)].filter((name) => !envelopeNames.test(name));
  if (only === undefined || other !== undefined) return undefined;
  const inner = readPlacedLinkage(resources, bodies.member(schema, only) ?? true);
  return inner && { name: only, ...inner };
}

/** The links that a request sends. */
export function readSentLinkage(resources: Resources, operation: Operation): SentKeys | undefined {
  if (operation.body?.content.some(({ mediaType }) => mediaType === "text/uri-list"))
    return { isList: true, isAddress: true };
  const { name } = operation.parameters.find((each) => each.in === "query" && queryNames.test(each.name)) ?? {};
  if (name !== undefined && !operation.safe) return { name, isList: false, isAddress: true };
  return readLinkage(resources, resources.bodies.requestSchema(operation));
}

function readPlacedLinkage(resources: Resources, schema: JsonSchema): SentKeys | undefined {
  const { contract } = resources;
  const isList = holdsList(contract, schema);
  const entry = isList ? { allOf: listMemberSchemas(contract, schema, "items") } : schema;
  if (!holdsObject(contract, entry)) return undefined;
  const found = findIdentity(resources, entry);
  return found && { isList, ...found };
}

/** The member that identifies an object which has no other members. */
function findIdentity(
  { bodies, contract }: Resources,
  entry: JsonSchema,
): Pick<SentKeys, "key" | "beside" | "isAddress"> | undefined {
  const names = [...bodies.names(entry)];
  const isKeyMember = (name: string): boolean => holdsKey(contract, bodies.member(entry, name) ?? false);
  const key = names.find((name) => identityNames.test(name) && isKeyMember(name));
  const address = names.find((name) => addressNames.test(name) && isKeyMember(name));
  const isPlain = names.every((name) => name === key || name === address || besideIdentity.test(name));
  if (!isPlain) return undefined;
  const beside = names.filter((name) => /type|kind/i.test(name) && isKeyMember(name));
  if (key !== undefined) {
    if (beside.length > 0) return { key, beside };
    return { key };
  }
  if (address === undefined) return undefined;
  return { key: address, isAddress: true };
}
