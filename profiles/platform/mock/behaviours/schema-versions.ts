import type { Address, Answer, Behaviour, Call, Refusal, Stored } from "../../../../mock/profile/index.ts";
import type { Json, JsonObject } from "../../../../contracts/index.ts";

const collection = "/v1/entity/schemas";

/** An entity schema counts its versions, and an update that is based on an earlier version is refused (§4.1, §7). */
export const schemaVersions: Behaviour = {
  id: "schema-versions",
  section: "4.1",
  operations: ["entity/putSchema", "entity/getSchemaHead", "entity/listSchemaVersions"],
  async handle(call) {
    const slug = String(call.input.parameters["slug"]);
    const address = { organization: call.world.organization, collection, id: slug };
    if (call.operation.id === "putSchema") return put(call, address);
    return showVersion(call, address);
  },
};

async function put(call: Call, address: Address): Promise<Answer | Refusal> {
  const next = await call.store.change(address, (current) =>
    addVersion(current, address.id, call.input, new Date(call.now)),
  );
  if (next === null || "refused" in next) return next as Refusal;
  return { value: next.value, stored: next };
}

async function showVersion(call: Call, address: Address): Promise<Answer | Refusal> {
  const stored = await call.store.read(address);
  if (!stored) return { refused: `There is no schema "${address.id}"`, status: 404 };
  if (call.operation.id === "getSchemaHead") return { value: stored.value, stored };
  return { value: { versions: [stored.value, ...(stored.earlier ?? []).toReversed()] } };
}

/** Adds a version to a schema, if the update is based on the head. Pure. */
export function addVersion(
  current: Stored | undefined,
  slug: string,
  { parameters, body }: { readonly parameters: Readonly<Record<string, Json>>; readonly body?: Json },
  now: Date,
): Stored | Refusal {
  const version = current === undefined ? 0 : Number(current.value["version"]);
  const refusal = conflict(current, slug, version, parameters);
  if (refusal) return refusal;
  // Two updates within a millisecond get different times, which base_updated_at needs.
  const time = Math.max(now.getTime(), current ? Date.parse(String(current.value["updated_at"])) + 1 : 0);
  const value: JsonObject = {
    ...(body as JsonObject),
    slug,
    version: version + 1,
    updated_at: new Date(time).toISOString(),
  };
  if (current) return { value, earlier: [...(current.earlier ?? []), current.value] };
  return { value };
}

function conflict(
  current: Stored | undefined,
  slug: string,
  version: number,
  { base_version, base_updated_at }: Readonly<Record<string, Json>>,
): Refusal | undefined {
  const head = current ? `is at version ${version} of ${String(current.value["updated_at"])}` : "does not exist yet";
  if (base_version !== undefined && base_version !== version) {
    return {
      refused: `Schema "${slug}" ${head}, so an update based on version ${String(base_version)} is refused`,
      status: 409,
    };
  }
  if (base_updated_at === undefined) return undefined;
  const isHead =
    current !== undefined && Date.parse(String(base_updated_at)) === Date.parse(String(current.value["updated_at"]));
  if (isHead) return undefined;
  return {
    refused: `Schema "${slug}" ${head}, so an update based on ${String(base_updated_at)} is refused`,
    status: 409,
  };
}
