import { type Contract, type Json, isObject, joinPointer } from "../../contracts/index.ts";
import type { StatusPart } from "./status.ts";

/** The fields, values and arguments of a GraphQL schema: each is named by its type and field, and what is inside. */
export function graphqlParts({ document }: Contract): StatusPart[] {
  return membersOf(document["types"]).flatMap(([type, typed]) =>
    ["fields", "values"].flatMap((kind) =>
      membersOf(typed[kind]).flatMap(([name, member]) => {
        const pointer = joinPointer("", "types", type, kind, name);
        const root = { name: `${type}.${name}`, isWebhook: false };
        const given = membersOf(member["arguments"]).map(([argument]) => ({
          root,
          side: "request" as const,
          pointer: joinPointer(pointer, "arguments", argument),
          path: `(${argument}:)`,
        }));
        return [{ root, side: "response" as const, pointer, path: "" }, ...given];
      }),
    ),
  );
}

function membersOf(value: Json | undefined) {
  return isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => (isObject(member) ? [[name, member] as const] : []))
    : [];
}
