import type { Attempt } from "./attempt.ts";
import type { GraphQLSchema } from "graphql";
import { graphqlLibrary } from "../../contracts/index.ts";
import type { Witness } from "../model/change.ts";
import { attemptsFor } from "./attempts.ts";
import { conflictingOperations } from "./conflicts.ts";
import type { Found } from "./found.ts";
import type { Heirs } from "./heirs.ts";
import { rootTypes } from "./parts.ts";
import { graphqlRule } from "./rules.ts";
import type { Schemas } from "./typed.ts";
import { type Ways, waysThrough } from "./ways.ts";
import { createWriter } from "./writing.ts";

/** What comes of looking for an operation that proves a change. */
export interface Proof {
  readonly witness?: Witness;
  /**
   * refuted: operations of the base that meet the part are taken by both. unreached: none of them can meet it.
   * rootless: the base has no root, and its operations start elsewhere.
   * hidden: those that meet it are refused, for other changes. unshown: they are answered with what no type tells.
   * unknown: none was tried.
   */
  readonly outcome: "proved" | "refuted" | "unreached" | "rootless" | "hidden" | "unshown" | "unknown";
}

/** How types are used, and what proves a change of them. */
export interface Prover {
  /** Which way the values of a type travel in the base; of a type that is new, in the revision. */
  directionOf(type: string): { readonly given: boolean; readonly answered: boolean };
  prove(found: Found): Proof;
  /** An operation of the base in which a field no longer stands beside another that it is answered under one name with. */
  conflictOf(found: Found): string | undefined;
}

/** Where operations may carry directives. */
const executable: ReadonlySet<string> = new Set([
  "QUERY",
  "MUTATION",
  "SUBSCRIPTION",
  "FIELD",
  "FRAGMENT_DEFINITION",
  "FRAGMENT_SPREAD",
  "INLINE_FRAGMENT",
  "VARIABLE_DEFINITION",
]);

/** So many changes of a pair are proved: each takes the validation of some operations. */
const MOST = 1000;

/**
 * Looks for operations that the base takes and the revision refuses, or that the revision answers with what the base
 * never did. `path` is where they are sent to.
 */
export function createProver({ base, revision }: Schemas, path: string, heirs: Heirs): Prover {
  // Ways that lead through both schemas come first: then it is the change alone that an operation is refused for.
  const common = waysThrough(base, createWriter({ schema: revision, heirs }), { schema: revision, heirs });
  const all = waysThrough(base, createWriter({ schema: revision, heirs }, false));
  const [known, proposed] = [usable(base), usable(revision)];
  const isRootless = rootTypes(base).size === 0;
  let added: Ways | undefined;
  let tried = 0;
  return {
    directionOf(type) {
      if (isRootless) return { given: true, answered: true };
      const { given, answered } = base.getType(type) ? all : (added ??= waysThrough(revision, createWriter()));
      return { given: given.has(type), answered: answered.has(type) };
    },
    prove(found) {
      if (!isReached(found)) return { outcome: isRootless ? "rootless" : "unreached" };
      if ((tried += 1) > MOST) return { outcome: "unknown" };
      // What refuses where both lead is the change; elsewhere it may be another one, unless the part went or is new.
      const isOwn = graphqlRule(found.rule).kind !== "changed";
      const proof = tryAll(found, common, true);
      return proof.outcome === "hidden" || proof.outcome === "unknown" ? tryAll(found, all, isOwn) : proof;
    },
    conflictOf(found) {
      if (found.rule !== "graphql-field-type-changed") return undefined;
      const operations = conflictingOperations(found, common, { base, revision }).slice(0, 20);
      if (operations.length === 0 || (tried += 1) > MOST) return undefined;
      return operations.find((text) => takes(known, text) === true && takes(proposed, text) === false);
    },
  };

  /** Tries what the ways lead to; `isOwn` says whether what is refused there is refused for the change. */
  function tryAll(found: Found, ways: Ways, isOwn: boolean): Proof {
    let outcome: Proof["outcome"] = "unknown";
    let isUntold = false;
    for (const attempt of attemptsFor(found, ways, { base, revision })) {
      if (takes(known, attempt.query) !== true) continue;
      const isTaken = takes(proposed, attempt.query);
      if (isTaken === undefined) continue;
      const witness = isTaken || isOwn ? witnessOf(attempt, isTaken) : undefined;
      if (witness) return { witness, outcome: "proved" };
      isUntold ||= isTaken && attempt.unexpected !== undefined;
      if (isTaken) outcome = "refuted";
      else if (outcome === "unknown") outcome = "hidden";
    }
    return { outcome: isUntold ? "unshown" : outcome };
  }

  function isReached({ rule, place: { root, type = "", directive, member } }: Found): boolean {
    if (root !== undefined || rule === "graphql-type-added") return true;
    if (directive !== undefined) {
      const locations = member === undefined ? base.getDirective(directive)?.locations : [member];
      return locations?.some((location) => executable.has(location)) === true;
    }
    // A scalar or an enum that is only answered is named in no operation: its fields say what becomes of them.
    const isUnnamed = rule === "graphql-type-removed" && graphqlLibrary().isLeafType(base.getType(type));
    return all.given.has(type) || (all.answered.has(type) && !isUnnamed);
  }

  function witnessOf({ query, variables, unexpected }: Attempt, isTaken: boolean): Witness | undefined {
    if (isTaken === (unexpected === undefined)) return undefined;
    if (unexpected && unexpected.value === undefined) return undefined;
    const body = { query, ...(variables && { variables }) };
    const request = { method: "POST", path, headers: { "content-type": "application/json" }, body };
    return unexpected === undefined ? { shows: "refused", request } : { shows: "unexpected", ...unexpected, request };
  }
}

/** A schema as it is: what it has against the specification keeps nobody from using it. */
function usable(schema: GraphQLSchema): GraphQLSchema {
  const { GraphQLSchema: Schema } = graphqlLibrary();
  return new Schema({ ...schema.toConfig(), assumeValid: true });
}

/** Whether a schema takes an operation; undefined where graphql-js cannot tell, as of an argument of an object type. */
function takes(schema: GraphQLSchema, query: string): boolean | undefined {
  const { parse, specifiedRules, validate } = graphqlLibrary();
  try {
    return validate(schema, parse(query), specifiedRules, { maxErrors: 1, hideSuggestions: true }).length === 0;
  } catch {
    return undefined;
  }
}
