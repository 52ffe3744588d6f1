import {
  graphqlDeprecation,
  graphqlDirectives,
  graphqlRoot,
  graphqlScalars,
  graphqlType,
  onlyGraphqlTypes,
} from "../claims/graphql.ts";
import type { Row } from "../row.ts";

const objects = ["Brand", "BrandNetwork", "IdpDetails", "Contact", "DNSRecord", "EmailTemplates"];

/** Rows of §2.7, §4.13 and §5.4, and of §9 about the GraphQL schema. */
export const graphqlRows: readonly Row[] = [
  {
    section: "2.7",
    row: "The GraphQL schema has these object types",
    claims: [
      ...objects.map((name) => graphqlType(name, "2.7")),
      onlyGraphqlTypes(["Query", ...objects]),
      graphqlScalars(["Boolean", "String"]),
    ],
  },
  {
    section: "4.13",
    row: "The schema has one root type: Query (no mutation or subscription root).",
    claims: [graphqlRoot("Query", "4.13")],
  },
  {
    section: "5.4",
    row: "The schema declares directives CustomerPortalAuth, PlatformAuth, deprecated, include, skip.",
    claims: [graphqlDirectives(["CustomerPortalAuth", "PlatformAuth", "deprecated", "include", "skip"], "5.4")],
  },
  { section: "9", row: "9.7", claims: [graphqlDeprecation()] },
];
