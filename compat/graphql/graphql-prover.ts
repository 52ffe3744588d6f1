import type { ProofAttempt } from "./proof-attempt.ts";
import type { GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import type { Witness } from "../model/change.ts";
import { attemptsFor } from "./attempts.ts";
import { conflictingOperations } from "./conflicting-operations.ts";
import type { GraphqlDifference } from "./difference.ts";
import type { RenamedTypes } from "./renamed-types.ts";
import { rootTypes } from "./parts.ts";
import { graphqlRule } from "./rules.ts";
import type { Schemas } from "./type-changes.ts";
import { type SchemaPaths, findSchemaPaths } from "./schema-paths.ts";
import { createOperationWriter } from "./operation-writer.ts";

/** Result of the search for an operation that proves a change. */
export interface GraphqlProof {
  readonly witness?: Witness;
  /**
   * refuted: both schemas accept the operations that use the part. unreached: no operation of the base can use it.
   * rootless: the base has no root type, so its operations are not known.
   * hidden: the operations are refused because of other changes. unshown: the types do not determine the new value.
   * unknown: no operation was tried.
   */
  readonly outcome: "proved" | "refuted" | "unreached" | "rootless" | "hidden" | "unshown" | "unknown";
}

/** Finds the uses of types, and operations that prove changes. */
export interface GraphqlProver {
  /** Uses of a type as input and output: in the base, or for an added type in the revision. */
  directionOf(type: string): { readonly isInput: boolean; readonly isOutput: boolean };
  prove(found: GraphqlDifference): GraphqlProof;
  /** An operation of the base in which a changed field now conflicts with another field of the same response name. */
  conflictOf(found: GraphqlDifference): string | undefined;
}

/** Directive locations in operations. */
const operationLocations: ReadonlySet<string> = new Set([
  "QUERY",
  "MUTATION",
  "SUBSCRIPTION",
  "FIELD",
  "FRAGMENT_DEFINITION",
  "FRAGMENT_SPREAD",
  "INLINE_FRAGMENT",
  "VARIABLE_DEFINITION",
]);

/** Most changes that are proved in a comparison: each proof validates several operations. */
const MOST_PROOFS = 1000;

/**
 * Searches operations that only the base accepts, or to which only the revision returns a certain value. `path` is the
 * URL path of the endpoint.
 */
export function createProver({ base, revision }: Schemas, path: string, renamedTypes: RenamedTypes): GraphqlProver {
  // Paths that exist in both schemas come first: on them, only the change itself can make an operation invalid.
  const common = findSchemaPaths(base, createOperationWriter({ schema: revision, renamedTypes }), {
    schema: revision,
    renamedTypes: renamedTypes,
  });
  const all = findSchemaPaths(base, createOperationWriter({ schema: revision, renamedTypes }, false));
  const [known, proposed] = [assumeValid(base), assumeValid(revision)];
  const isRootless = rootTypes(base).size === 0;
  let added: SchemaPaths | undefined;
  let proofs = 0;
  return {
    directionOf(type) {
      if (isRootless) return { isInput: true, isOutput: true };
      const { inputs: given, outputs: answered } = base.getType(type)
        ? all
        : (added ??= findSchemaPaths(revision, createOperationWriter()));
      return { isInput: given.has(type), isOutput: answered.has(type) };
    },
    prove(found) {
      if (!isReachable(found)) return { outcome: isRootless ? "rootless" : "unreached" };
      if ((proofs += 1) > MOST_PROOFS) return { outcome: "unknown" };
      // On other paths, a refusal can have another cause, unless the part was added or removed.
      const isRefusalProof = graphqlRule(found.rule).kind !== "changed";
      const proof = tryAll(found, common, true);
      return proof.outcome === "hidden" || proof.outcome === "unknown" ? tryAll(found, all, isRefusalProof) : proof;
    },
    conflictOf(found) {
      if (found.rule !== "graphql-field-type-changed") return undefined;
      const operations = conflictingOperations(found, common, { base, revision }).slice(0, 20);
      if (operations.length === 0 || (proofs += 1) > MOST_PROOFS) return undefined;
      return operations.find(
        (text) => isValidOperation(known, text) === true && isValidOperation(proposed, text) === false,
      );
    },
  };

  /** Tries operations along the paths. `isRefusalProof`: a refused operation proves this change. */
  function tryAll(found: GraphqlDifference, paths: SchemaPaths, isRefusalProof: boolean): GraphqlProof {
    let outcome: GraphqlProof["outcome"] = "unknown";
    let isUnshown = false;
    for (const attempt of attemptsFor(found, paths, { base, revision })) {
      if (isValidOperation(known, attempt.query) !== true) continue;
      const isAccepted = isValidOperation(proposed, attempt.query);
      if (isAccepted === undefined) continue;
      const witness = isAccepted || isRefusalProof ? proofOf(attempt, isAccepted) : undefined;
      if (witness) return { witness, outcome: "proved" };
      isUnshown ||= isAccepted && attempt.unexpected !== undefined;
      if (isAccepted) outcome = "refuted";
      else if (outcome === "unknown") outcome = "hidden";
    }
    return { outcome: isUnshown ? "unshown" : outcome };
  }

  function isReachable({ rule, place: { root, type = "", directive, member } }: GraphqlDifference): boolean {
    if (root !== undefined || rule === "graphql-type-added") return true;
    if (directive !== undefined) {
      const locations = member === undefined ? base.getDirective(directive)?.locations : [member];
      return locations?.some((location) => operationLocations.has(location)) === true;
    }
    // No operation names a scalar or enum that is output only, so its fields are judged instead.
    const isUnnamed = rule === "graphql-type-removed" && graphqlLibrary().isLeafType(base.getType(type));
    return all.inputs.has(type) || (all.outputs.has(type) && !isUnnamed);
  }

  function proofOf({ query, variables, unexpected }: ProofAttempt, isAccepted: boolean): Witness | undefined {
    if (isAccepted === (unexpected === undefined)) return undefined;
    if (unexpected && unexpected.value === undefined) return undefined;
    const body = { query, ...(variables && { variables }) };
    const request = { method: "POST", path, headers: { "content-type": "application/json" }, body };
    return unexpected === undefined ? { shows: "refused", request } : { shows: "unexpected", ...unexpected, request };
  }
}

/** Disables the validation of a schema, because consumers can use an invalid schema as well. */
function assumeValid(schema: GraphQLSchema): GraphQLSchema {
  const { GraphQLSchema: Schema } = graphqlLibrary();
  return new Schema({ ...schema.toConfig(), assumeValid: true });
}

/** Validates an operation. Undefined if graphql-js throws, for example at an argument of an object type. */
function isValidOperation(schema: GraphQLSchema, query: string): boolean | undefined {
  const { parse, specifiedRules, validate } = graphqlLibrary();
  try {
    return validate(schema, parse(query), specifiedRules, { maxErrors: 1, hideSuggestions: true }).length === 0;
  } catch {
    return undefined;
  }
}
