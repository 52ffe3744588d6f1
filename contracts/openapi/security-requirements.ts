import { toList, object, nonEmptyText } from "../model/json-parts.ts";
import type { JsonObject } from "../model/json.ts";
import type { SecurityRequirement } from "../model/contract.ts";
import type { NodeReader, ResolvedNode } from "./node-reader.ts";
import { join } from "../model/pointer.ts";
import type { Standing } from "../schema/standing.ts";

/**
 * Creates a reader of `security`: a list of alternative requirements, each with the details of its schemes. Returns
 * undefined if the owner has no `security`.
 */
export function createRequirementReader(
  document: JsonObject,
  {
    resolveNode,
    report,
    rootStanding,
  }: Pick<NodeReader, "resolveNode" | "report"> & { readonly rootStanding: Standing },
): (owner: Pick<ResolvedNode, "node" | "pointer">) => SecurityRequirement[] | undefined {
  const schemes = object(object(document["components"])["securitySchemes"]);
  return ({ node, pointer }) => {
    if (node["security"] === undefined) return undefined;
    return toList(node["security"]).map((requirement) =>
      Object.entries(object(requirement)).map(([name, requestedScopes]) => {
        const scopes = toList(requestedScopes).map(String);
        const scheme = resolveNode(schemes[name] ?? {}, "", rootStanding).node;
        if (scheme["type"] === undefined)
          report("unknown-security-scheme", `Security scheme "${name}" is not described`, join(pointer, "security"));
        return {
          name,
          type: nonEmptyText(scheme["type"], "http"),
          ...(typeof scheme["scheme"] === "string" && { scheme: scheme["scheme"].toLowerCase() }),
          ...(typeof scheme["in"] === "string" && { in: scheme["in"] }),
          ...(typeof scheme["name"] === "string" && { parameter: scheme["name"] }),
          ...(scopes.length > 0 && { scopes }),
        };
      }),
    );
  };
}
