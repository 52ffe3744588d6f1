import type { Json, JsonObject } from "../../model/json.ts";
import { define, isObject } from "../../model/shapes.ts";
import type { Case } from "../cases.ts";
import { type Candidate, type CandidatesOf, candidate } from "./candidate.ts";

/** As little as there must be, as much as there can be, each member that may be left out by itself, and each left out. */
export const objectCandidates: CandidatesOf = (wanted, maker) => {
  const least = maker.plain(wanted);
  const full = maker.plain(wanted, true);
  if (!isObject(least)) return [];
  const optional = wanted.members.names.filter((name) => !wanted.required.includes(name));
  const alone = optional.flatMap((name): Candidate[] => {
    const schemas = wanted.members.schemasAt(name);
    const member = schemas && !Object.hasOwn(least, name) ? maker.part(schemas, name) : undefined;
    return member === undefined ? [] : candidate(`with "${name}"`, "properties", withMember(least, name, member));
  });
  return [
    ...candidate("with nothing that may be left out", "type", least),
    ...candidate("with all that may be left out", "properties", full),
    ...alone,
    ...(isObject(full) ? leftOut(full, optional) : []),
    ...wanted.required.flatMap((name) => candidate(`without "${name}"`, "required", withoutMember(least, name))),
    ...unexpectedIn(wanted, least),
  ];
};

function leftOut(full: JsonObject, optional: readonly string[]): Candidate[] {
  return optional
    .filter((name) => Object.hasOwn(full, name))
    .flatMap((name) => candidate(`without "${name}"`, "properties", withoutMember(full, name)));
}

function unexpectedIn({ members }: Case, least: JsonObject): Candidate[] {
  const name = "unexpected_member";
  return members.closedBy.flatMap((keyword) =>
    candidate("with a member too many", keyword, withMember(least, name, 1)),
  );
}

function withMember(value: JsonObject, name: string, member: Json): JsonObject {
  const result: Record<string, Json> = { ...value };
  define(result, name, member);
  return result;
}

function withoutMember(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
