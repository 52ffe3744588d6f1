import { list, object, text } from "../model/json-parts.ts";
import type { JsonObject } from "../model/json.ts";
import type { SecurityRequirement } from "../model/contract.ts";
import type { Found, Nodes } from "./nodes.ts";
import { join } from "../model/pointer.ts";
import type { Standing } from "../model/standing.ts";

/**
 * Reads which credentials suffice: any one of the requirements of a list, with what the document says of its schemes.
 * Undefined where nothing is said of them.
 */
export function createRequirements(
  document: JsonObject,
  { follow, report, rootStanding }: Pick<Nodes, "follow" | "report"> & { readonly rootStanding: Standing },
): (owner: Pick<Found, "node" | "pointer">) => SecurityRequirement[] | undefined {
  const schemes = object(object(document["components"])["securitySchemes"]);
  return ({ node, pointer }) => {
    if (node["security"] === undefined) return undefined;
    return list(node["security"]).map((requirement) =>
      Object.entries(object(requirement)).map(([name, asked]) => {
        const scopes = list(asked).map(String);
        const scheme = follow(schemes[name] ?? {}, "", rootStanding).node;
        if (scheme["type"] === undefined)
          report("unknown-security-scheme", `Security scheme "${name}" is not described`, join(pointer, "security"));
        return {
          name,
          type: text(scheme["type"], "http"),
          ...(typeof scheme["scheme"] === "string" && { scheme: scheme["scheme"].toLowerCase() }),
          ...(typeof scheme["in"] === "string" && { in: scheme["in"] }),
          ...(typeof scheme["name"] === "string" && { parameter: scheme["name"] }),
          ...(scopes.length > 0 && { scopes }),
        };
      }),
    );
  };
}
