import type { Json, JsonObject } from "../../model/json.ts";
import { define, isObject } from "../../model/shapes.ts";
import type { Case } from "../case.ts";
import { type Candidate, type CandidatesOf, candidate } from "./candidate.ts";

/** Objects with required members only, with all members, with each optional member added, and with each removed. */
export const objectCandidates: CandidatesOf = (targetCase, maker) => {
  const minimal = maker.plain(targetCase);
  const withAllMembers = maker.plain(targetCase, true);
  if (!isObject(minimal)) return [];
  const optional = targetCase.members.names.filter((name) => !targetCase.required.includes(name));
  const withOneOptional = optional.flatMap((name): Candidate[] => {
    const schemas = targetCase.members.schemasAt(name);
    const member = schemas && !Object.hasOwn(minimal, name) ? maker.part(schemas, name) : undefined;
    if (member === undefined) return [];
    return candidate(`with "${name}"`, "properties", setMember(minimal, name, member), { added: name });
  });
  return [
    ...candidate("with nothing that may be left out", "type", minimal),
    ...candidate("with all that may be left out", "properties", withAllMembers),
    ...withOneOptional,
    ...(isObject(withAllMembers) ? withoutEachOptional(withAllMembers, optional) : []),
    ...targetCase.required.flatMap((name) =>
      candidate(`without "${name}"`, "required", dropMember(minimal, name), { omitted: name }),
    ),
    ...withUnexpectedMember(targetCase, minimal),
  ];
};

function withoutEachOptional(withAllMembers: JsonObject, optional: readonly string[]): Candidate[] {
  return optional
    .filter((name) => Object.hasOwn(withAllMembers, name))
    .flatMap((name) =>
      candidate(`without "${name}"`, "properties", dropMember(withAllMembers, name), { omitted: name }),
    );
}

function withUnexpectedMember({ members }: Case, minimal: JsonObject): Candidate[] {
  const name = "unexpected_member";
  return members.closedBy.flatMap((keyword) =>
    candidate("with a member too many", keyword, setMember(minimal, name, 1)),
  );
}

function setMember(value: JsonObject, name: string, member: Json): JsonObject {
  const result: Record<string, Json> = { ...value };
  define(result, name, member);
  return result;
}

function dropMember(value: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
