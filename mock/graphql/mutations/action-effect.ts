import type { GraphQLObjectType } from "graphql";
import { type JsonObject, findOppositeVerb } from "../../../contracts/index.ts";
import { formatMoment } from "../../model/clock.ts";
import { readState } from "../../resources/actions/effect.ts";
import type { StateView } from "../../resources/actions/item-view.ts";
import { graphql } from "../library.ts";

const { getNamedType, isEnumType, isLeafType, isNonNullType } = graphql;

/** Members that an action changes by its name: a state, flags, its time, and the time of what it undoes. */
export function readActionEffect(type: GraphQLObjectType, verb: string, now: number): JsonObject {
  const view = viewState(type);
  const { members, times } = readState(view, { verb, object: "" });
  const undone = readState(view, { verb: findOppositeVerb(verb), object: "" }).times;
  const nullable = undone.filter((name) => !isNonNullType(type.getFields()[name]?.type));
  return {
    ...Object.fromEntries(nullable.map((name) => [name, null])),
    ...members,
    ...Object.fromEntries(times.map((name) => [name, formatMoment(now)])),
  };
}

/** The leaf fields of a type, as the members of a state. */
function viewState(type: GraphQLObjectType): StateView {
  const fields = type.getFields();
  const namedType = (name: string) => fields[name] && getNamedType(fields[name].type);
  return {
    names: Object.keys(fields).filter((name) => isLeafType(namedType(name))),
    typesOf: (name) => [namedType(name)?.name === "Boolean" ? "boolean" : "string"],
    enumOf(name) {
      const named = namedType(name);
      if (isEnumType(named)) return named.getValues().map((value) => value.name);
      return [];
    },
  };
}
