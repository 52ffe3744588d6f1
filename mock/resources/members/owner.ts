import { type JsonObject, foldedName, membersOf, propertyNamesOf, typesOf } from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import type { ResourceContext } from "../resource-context.ts";
import { withoutWrapper } from "../bodies/wrapper.ts";

/** Owner of what a caller creates at a path that names none, such as "/user/repos". */
const CALLER = "me";

/** Words of a parameter behind the noun of the owner, and the members that can name one. */
const keyWords = /[_-]?(name|login|slug|id|key|username)$/i;
const keyNames = ["login", "username", "slug", "name", "key", "id"];

/** Gives a call the owner in the path of its collection: from the path parameter of another name, or from the request. */
export function withOwner({ role }: ResourceContext, handler: Handler): Handler {
  const { owner } = role;
  if (!owner) return handler;
  return (call) => {
    const { parameters, body } = call.input;
    const sent = owner.from === undefined ? withoutWrapper(body, role)[owner.parameter] : parameters[owner.from];
    const value = typeof sent === "string" || typeof sent === "number" ? sent : CALLER;
    return handler({ ...call, input: { ...call.input, parameters: { ...parameters, [owner.parameter]: value } } });
  };
}

/** Compiles the member of a new item that names its owner: `owner.login` for "/repos/{owner}/{repo}". */
export function createOwnerMembers({ contract, role, representations, presenter }: ResourceContext) {
  const parameter = role.owner?.parameter ?? "";
  const names = [...representations.propertyNames(presenter.operation)];
  const own = names.find((name) => foldedName(name) === foldedName(parameter));
  const name = own ?? names.find((each) => foldedName(each) === foldedName(parameter.replace(keyWords, "")));
  const schema = representations.propertyOf(presenter.operation, name ?? "");
  const inner = [...propertyNamesOf(contract, schema)];
  const isText = inner.length === 0 && typesOf(contract, schema).includes("string");
  const key = [...(keyWords.exec(parameter)?.slice(1) ?? []), ...keyNames].find(
    (each) =>
      inner.includes(each) && typesOf(contract, { allOf: membersOf(contract, schema, each) }).includes("string"),
  );
  return (values: JsonObject): JsonObject => {
    const value = values[parameter];
    if (name === undefined || value === undefined) return {};
    if (isText) return { [name]: value };
    return key === undefined ? {} : { [name]: { [key]: value } };
  };
}
