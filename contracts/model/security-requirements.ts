import type { Json, JsonObject, SecurityRequirement } from "./contract.ts";
import { type Nodes, list, object, text } from "./nodes.ts";
import type { Standing } from "./standing.ts";

/** Reads which credentials suffice: any one of the requirements of a list, with what the document says of its schemes. */
export function createRequirements(
  document: JsonObject,
  { follow, report, rootStanding }: Pick<Nodes, "follow" | "report"> & { readonly rootStanding: Standing },
): (value: Json | undefined, pointer: string) => SecurityRequirement[] {
  const schemes = object(object(document["components"])["securitySchemes"]);
  return (value, pointer) =>
    list(value).map((requirement) =>
      Object.entries(object(requirement)).map(([name, asked]) => {
        const scopes = list(asked).map(String);
        const scheme = follow(schemes[name] ?? {}, "", rootStanding).node;
        if (scheme["type"] === undefined)
          report("unknown-security-scheme", `Security scheme "${name}" is not described`, pointer);
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
}
