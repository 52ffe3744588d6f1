import { object } from "../../../../contracts/model/json-parts.ts";
import { join } from "../../../../contracts/model/pointer.ts";
import { hasOwnMarker } from "../../../../contracts/schema/standing.ts";
import type { HouseRule } from "./house-rule.ts";

export const graphqlUnmarked: HouseRule = {
  id: "graphql-unmarked",
  claim: "Every type, field and directive of a GraphQL schema ends its description with a marker",
  find({ kind, document }) {
    if (kind !== "graphql") return [];
    const parts = ["types", "directives"].flatMap((section) =>
      Object.entries(object(document[section])).flatMap(([name, value]) => {
        const pointer = join("", section, name);
        const node = object(value);
        const fields = Object.entries(object(node["fields"])).map(
          ([field, inner]) => [join(pointer, "fields", field), object(inner)] as const,
        );
        return [[pointer, node] as const, ...fields];
      }),
    );
    return parts
      .filter(([, node]) => !hasOwnMarker(node) && node["builtIn"] !== true)
      .map(([pointer]) => ({ pointer, message: 'End the description with "x-spec: …" or "x-assumed: …"' }));
  },
};
