import {
  type Json,
  type JsonObject,
  foldedName,
  isObject,
  itemInBody,
  withValueAtPath,
} from "../../../contracts/index.ts";
import type { Answer, Handler } from "../../calls/call.ts";
import { whenKnown } from "../../model/awaitable.ts";
import { findSpelled, readPathParameters } from "../paths/path-parameters.ts";
import type { ResourceContext } from "../resource-context.ts";
import { convertLike } from "./members.ts";

/** A path parameter, and the member of the response that has its value. */
interface NamedMember {
  readonly parameter: string;
  readonly name: string;
}

/**
 * Shows the values of a path in the members of the response that are named after them: `projectId` and `project_id` for
 * {projectId}, `collectionSlug` for "/collections/{slug}". A stored item keeps its own values.
 */
export function withPathMembers(context: ResourceContext, handler: Handler): Handler {
  const { role } = context;
  const members = findNamedMembers(context);
  if (role.kind === "list" || members.length === 0) return handler;
  const steps = role.wrapper?.split(".") ?? [];
  return (call) =>
    whenKnown(handler(call), (answer) =>
      "refused" in answer ? answer : applyPathValues(answer, call.input.parameters),
    );

  function applyPathValues(answer: Answer, values: JsonObject): Answer {
    const item = itemInBody(answer.value, role);
    if (!isObject(item)) return answer;
    const shown = members.flatMap(({ name, parameter }): [string, Json][] => {
      const value = values[parameter];
      const isKept = value === undefined || (answer.stored !== undefined && item[name] !== undefined);
      if (isKept) return [];
      return [[name, convertLike(item[name], value) ?? value]];
    });
    if (shown.length === 0) return answer;
    return withItem(answer, { ...item, ...Object.fromEntries(shown) });
  }

  function withItem(answer: Answer, item: JsonObject): Answer {
    const { fitting: _, ...rest } = answer;
    return { ...rest, value: withValueAtPath(answer.value ?? {}, steps, item) };
  }
}

function findNamedMembers({ operation, representations, role }: ResourceContext): readonly NamedMember[] {
  const names = [...representations.propertyNames(operation)];
  return readPathParameters(operation.path).flatMap(({ parameter, nounSpellings }): NamedMember[] => {
    // A plain {id} or {name} is that of the item above, and a stored item may have one of its own.
    const isOther = role.kind !== "action" && /^(id|uuid|key|name|slug|code|type)$/i.test(parameter);
    const name = findSpelled(names, isOther ? nounSpellings : [...nounSpellings, foldedName(parameter)]);
    if (name === undefined) return [];
    return [{ parameter, name }];
  });
}
