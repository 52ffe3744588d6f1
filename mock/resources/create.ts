import { type Json, type Parameter, createParameterReader, encode, writeParameterText } from "../../contracts/index.ts";
import { createJudge } from "../assumed.ts";
import type { Call, Handler } from "../call.ts";
import type { Refusal } from "../problem.ts";
import { article, singular } from "./representation.ts";
import { createAdmission } from "./conflicts.ts";
import { type ResourceContext, collectionOf, shown, unwrapped, whole } from "./resource.ts";

/** So often a new id is made when the one before is taken: few ids fit some patterns. */
const MAX_TRIES = 100;

/** Not an answer: the next id is tried. */
const unfit: Refusal = { refused: "The id cannot be used", status: 409 };

/** Puts a new item into a collection, under the id that was sent or else under a new one. */
export function createHandler(context: ResourceContext): Handler {
  const { role, representations, operation } = context;
  const collection = collectionOf(role);
  const givenId = givenIds(context);
  const locate = locations(context);
  const admit = createAdmission(context);
  const conflicts = operation.responses.some(({ status }) => status === "409");
  return async (call) => {
    const body = unwrapped(call.input.body, role);
    const { organization } = call.world;
    const barred = await admit?.(call, body);
    if (barred) return barred;
    const given = givenId(body[role.idProperty ?? ""]);
    for (let tries = given === undefined ? 1 : 0; ; tries++) {
      const isGiven = tries === 0;
      const id = isGiven ? (given as string | number) : await newId(call);
      const address = { organization, collection: collection(call), id: String(id) };
      const next = await call.store.change(address, (current) => {
        if (current && isGiven && conflicts)
          return {
            refused: `There already is ${article(singular(role.collection))} "${id}"`,
            status: 409,
            code: "already_exists",
          };
        if (current && !isGiven && tries < MAX_TRIES) return unfit;
        const made = whole(context, call, address, { body, id, current: undefined });
        return isGiven && "value" in made && made.value[role.idProperty as string] !== id ? unfit : made;
      });
      if (next === unfit) continue;
      if (next === null || "refused" in next) return next ?? unfit;
      const location = locate(call, id);
      return { ...shown(next, role), now: call.now, ...(location !== undefined && { headers: { location } }) };
    }
  };

  async function newId({ store, world: { organization }, seed }: Call): Promise<string | number> {
    const counter = await store.next(organization);
    return representations.newId(role, operation, `${seed} ${organization} ${counter}`, counter);
  }
}

/** The id that a consumer gave, if it may give one and the item could be addressed by it. */
function givenIds({ contract, operation, role, representations, reader, strictAssumed }: ResourceContext) {
  const isFixed =
    role.idProperty === undefined ||
    [operation, ...(reader ? [reader.operation] : [])].some((shower) =>
      representations.isReadOnly(shower, role.idProperty as string),
    );
  const parameter = idParameterOf(reader);
  const reads = parameter && createParameterReader(contract, parameter);
  const judge = parameter && createJudge(contract, parameter.schema, parameter.basis, strictAssumed);
  return (sent: Json | undefined): string | number | undefined => {
    if (isFixed || (typeof sent !== "number" && typeof sent !== "string") || sent === "") return undefined;
    return reads && judge && judge(reads.fromText(String(sent))).refusing.length > 0 ? undefined : sent;
  };
}

/** The path under which an item can be read, if it can be. */
function locations({ reader }: ResourceContext): (call: Call, id: string | number) => string | undefined {
  if (!reader) return () => undefined;
  const parts = reader.operation.path.split(/\{([^{}]+)\}/);
  const own = idParameterOf(reader)?.name;
  const parameters = new Map(
    reader.operation.parameters.filter((each) => each.in === "path").map((each) => [each.name, each]),
  );
  return ({ input }, id) =>
    parts
      .map((part, index) => {
        if (index % 2 === 0) return part;
        const value = part === own ? id : (input.parameters[part] ?? "");
        return encode(writeParameterText(parameters.get(part) as Parameter, value));
      })
      .join("");
}

function idParameterOf(reader: ResourceContext["reader"]): Parameter | undefined {
  return reader?.operation.parameters.find(
    ({ in: place, name }) => place === "path" && name === reader.role.idParameter,
  );
}
