import { type Contract, getGraphqlSchema, saysOpenEnum } from "../../contracts/index.ts";
import type { ApiName } from "../pairing/api-names.ts";
import { type Change, findWorst } from "../model/change.ts";
import { type Answer, type QuestionId, type Settings, answerTo } from "../verdicts/questions.ts";
import { basisChanges } from "./basis-changes.ts";
import { deprecationChanges, withoutDefaultReason } from "./deprecation-changes.ts";
import { type GraphqlDifference, revisedCoordinate } from "./difference.ts";
import { computeGraphqlId } from "./graphql-id.ts";
import { findRenamedTypes, changesInRenamedTypes, membersOfRenamedTypes } from "./renamed-types.ts";
import {
  type Coordinate,
  createBasisLookup,
  formatCoordinate,
  locateCoordinate,
  findGraphqlPart,
  rootTypes,
} from "./parts.ts";
import { graphqlJsDifferences } from "./graphql-js-differences.ts";
import { type GraphqlRule, type GraphqlRuleId, graphqlRule } from "./rules.ts";
import type { Schemas } from "./type-changes.ts";
import { commonPartChanges, commonCoordinates } from "./common-parts.ts";
import { type CompatProfile, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { groupWithUses } from "./group-with-uses.ts";
import { conflictingField, findReachableTypes, isReachable } from "./reachable-types.ts";

/** Context of a comparison. */
interface GraphqlComparison {
  readonly name: ApiName;
  readonly settings: Settings;
  readonly profile: CompatProfile;
}

/** All changes between two GraphQL schemas. With one schema only, the change that it was added or removed. */
export function compareGraphql(
  { base, revision }: { readonly base?: Contract; readonly revision?: Contract },
  naming: GraphqlComparison,
): Change[] {
  if (base && revision) return compareBoth({ base, revision }, naming);
  const contract = base ?? revision;
  if (!contract) return [];
  const schema = getGraphqlSchema(contract);
  const rule = graphqlRule(base ? "graphql-schema-removed" : "graphql-schema-added");
  const at = locateCoordinate(contract, schema, {});
  return [
    {
      ...identifyingMembers(rule, naming.name, "schema"),
      verdict: rule.verdict,
      ...cited(naming.profile, principleCriterion(rule.principle)),
      basis: createBasisLookup(contract, schema)({}),
      direction: "operation",
      operation: "schema",
      operations: ["schema"],
      path: "",
      message: `The schema was ${base ? "removed" : "added"}`,
      base: base ? at : null,
      revision: base ? null : at,
    },
  ];
}

function compareBoth(
  both: Record<"base" | "revision", Contract>,
  { name, settings, profile }: GraphqlComparison,
): Change[] {
  if (isSameText(both)) return [];
  const schemas = { base: getGraphqlSchema(both.base), revision: getGraphqlSchema(both.revision) };
  const renamedTypes = findRenamedTypes(schemas);
  const basisOf = createBasisLookup(both.base, schemas.base);
  const places = commonCoordinates(schemas);
  const found = [
    ...graphqlJsDifferences(schemas.base, schemas.revision),
    ...commonPartChanges(schemas),
    ...changesInRenamedTypes(schemas, renamedTypes),
    ...deprecationChanges(
      [...places.map((place) => ({ place })), ...membersOfRenamedTypes(schemas, renamedTypes)],
      schemas,
      both,
    ),
    ...basisChanges(places, { base: basisOf, revision: createBasisLookup(both.revision, schemas.revision) }),
  ];
  const reachable = findReachableTypes(schemas.base);
  const revised = findReachableTypes(schemas.revision);
  const isRootless = rootTypes(schemas.base).size === 0;
  const renamed = replacementValues(found);
  const directed = found.map((one) =>
    withDirection(one, renamed.get(one), { usesOf: getTypeUses, base: schemas.base }),
  );
  return groupWithUses(directed, schemas).map(({ cause, uses, interfaces, usesText: more }) => {
    const change = toGraphqlChange(cause);
    if (uses.length + interfaces.length === 0) return change;
    return withUses(
      { ...change, message: change.message + more },
      uses.map((use) => toGraphqlChange(use)),
      interfaces,
    );
  });

  function getTypeUses(type: string): TypeUses {
    if (isRootless) return { isInput: true, isOutput: true };
    const { inputs, outputs } = schemas.base.getType(type) ? reachable : revised;
    return { isInput: inputs.has(type), isOutput: outputs.has(type) };
  }

  function toGraphqlChange(one: DirectedDifference): Change {
    const { place, message, before, after } = one;
    const rule = graphqlRule(one.rule);
    const { verdict, note, criterion } = judgeDifference(one);
    const isDeprecationChange = rule.deprecation !== undefined;
    // Announcements are looked up by the new name of a renamed part.
    const reported = isDeprecationChange ? revisedCoordinate(one) : place;
    const { operation, path } = operationAndPath(reported, schemas);
    // The id of a deprecation does not depend on its reason.
    const isAnnouncement = rule.deprecation === "begins" || rule.deprecation === "ends";
    const values = rule.kind === "changed" && !isAnnouncement ? [before ?? null, after ?? null] : [];
    return {
      ...identifyingMembers(rule, name, formatCoordinate(reported), ...values),
      verdict,
      ...cited(profile, criterion),
      basis: basisOf(place),
      direction: one.direction,
      operation,
      operations: [operation],
      path,
      message,
      ...(before !== undefined && { before: isDeprecationChange ? withoutDefaultReason(before) : before }),
      ...(after !== undefined && { after: isDeprecationChange ? withoutDefaultReason(after) : after }),
      ...(note !== undefined && { note }),
      base: locateCoordinate(both.base, schemas.base, place),
      revision: locateCoordinate(both.revision, schemas.revision, revisedCoordinate(one)),
    };
  }

  /** Verdict of the policy, with the operations of the base in view: a part that none can use breaks no consumer. */
  function judgeDifference(one: DirectedDifference): Answer & { readonly note?: string } {
    const answer = policyAnswer(one, settings);
    if (policyAnswer(one, {}).verdict !== "breaking")
      return withConflict(answer, conflictingField(one, schemas, reachable));
    // Markers do not affect requests.
    if (one.rule === "graphql-stated-became-assumed" || isReachable(one, schemas.base, reachable)) return answer;
    if (!isRootless)
      return {
        verdict: "non-breaking",
        criterion: principleCriterion("addition"),
        note: "No operation of the base can use it",
      };
    if (answer.verdict !== "breaking") return answer;
    const note = "The schema has no root type, so its operations are not known";
    return { ...answer, verdict: "dangerous", note };
  }
}

/** Checks for identical text. Not conclusive for a schema with problems, because `sdl` omits what could not be built. */
function isSameText({ base, revision }: Record<"base" | "revision", Contract>): boolean {
  return base.document["sdl"] === revision.document["sdl"] && base.problems.length + revision.problems.length === 0;
}

/** Uses of a type by operations: of the base, or for an added type of the revision. */
interface TypeUses {
  readonly isInput: boolean;
  readonly isOutput: boolean;
}

/** A difference, and the direction of the values that it affects. */
type DirectedDifference = GraphqlDifference & Pick<Change, "direction">;

/** Gives a change the worst verdict of its uses, and adds their operations. */
function withUses(change: Change, uses: readonly Change[], interfaces: readonly string[]): Change {
  const verdict = findWorst([change, ...uses].map((one) => one.verdict));
  const [worst = change, ...others] = [change, ...uses].filter((one) => one.verdict === verdict);
  const { section, why, note } = worst;
  const { note: _, section: __, ...rest } = change;
  // Types that only this type uses are reachable through it, so they are not listed.
  const withoutSameRule = uses.filter(({ rule }) => rule !== change.rule);
  const places = [...withoutSameRule.map((use) => use.operation + use.path), ...interfaces];
  return {
    ...rest,
    verdict,
    ...(section !== undefined && { section }),
    why,
    basis: [worst, ...others].some(({ basis }) => basis === "stated") ? "stated" : "assumed",
    operations: [...change.operations, ...[...new Set(places)].toSorted()],
    ...(note !== undefined && { note }),
  };
}

function identifyingMembers(
  { id: rule, kind, why }: GraphqlRule,
  { shown, key }: ApiName,
  ...place: readonly unknown[]
): Pick<Change, "id" | "rule" | "kind" | "why" | "api"> {
  return { id: computeGraphqlId(key, rule, ...place), rule, kind, why, api: shown };
}

/** Splits a schema coordinate: the operation is a field, such as "Query.user"; the path is the rest, such as "(id:)". */
function operationAndPath({ argument, ...owner }: Coordinate, schemas: Schemas): Pick<Change, "operation" | "path"> {
  const inField = argument === undefined ? "" : `(${argument}:)`;
  const { member, ...outermost } = owner;
  if (member === undefined || isField(owner, schemas)) return { operation: formatCoordinate(owner), path: inField };
  return { operation: formatCoordinate(outermost), path: `.${member}` };
}

function isField({ type = "", member = "" }: Coordinate, { base, revision }: Schemas): boolean {
  return [base, revision].some((schema) => findGraphqlPart(schema, { type, member })?.typed !== undefined);
}

/** True if the description of a type says that values may be added. */
function isOpenType(schema: Schemas["base"], type: string | undefined): boolean {
  const description = type === undefined ? undefined : schema.getType(type)?.description;
  return description !== undefined && description !== null && saysOpenEnum({ description });
}

/** Adds the direction of a difference, from the uses of its type, and the new name of a renamed enum value. */
function withDirection(
  one: GraphqlDifference,
  renamed: string | undefined,
  { usesOf, base }: { readonly usesOf: (type: string) => TypeUses; readonly base: Schemas["base"] },
): DirectedDifference {
  const { type } = one.place;
  const { isInput: given, isOutput: answered } = usesOf(type ?? "");
  const difference: DirectedDifference = {
    ...one,
    direction: graphqlRule(one.rule).direction ?? (given || !answered ? "request" : "response"),
  };
  if (one.rule === "graphql-enum-value-added" && answered)
    return {
      ...difference,
      direction: "response",
      ...(!isOpenType(base, type) && { questions: ["response-value-added"] }),
    };
  if (one.rule !== "graphql-enum-value-removed" || given) return difference;
  if (renamed === undefined) return { ...difference, questions: ["response-value-withdrawn"] };
  return { ...difference, questions: ["response-value-renamed"], before: one.place.member ?? null, after: renamed };
}

/** Verdict of the policy, before a proof is searched. */
function policyAnswer({ rule: id, verdict, principle, questions }: GraphqlDifference, settings: Settings): Answer {
  const rule = graphqlRule(id);
  const open: readonly QuestionId[] =
    questions ?? (verdict === undefined && rule.question !== undefined ? [rule.question] : []);
  const answers = open.map((question) => answerTo(question, settings));
  const worst = findWorst(answers.map((answer) => answer.verdict));
  const criterion = principleCriterion(principle ?? rule.principle);
  return answers.find((answer) => answer.verdict === worst) ?? { verdict: verdict ?? rule.verdict, criterion };
}

/** Maps each removed enum value to an added value of the enum, in order. Further ones map to the last added value. */
function replacementValues(found: readonly GraphqlDifference[]): ReadonlyMap<GraphqlDifference, string | undefined> {
  const byType = (rule: GraphqlRuleId): Map<string | undefined, GraphqlDifference[]> =>
    Map.groupBy(
      found.filter((one) => one.rule === rule),
      ({ place }) => place.type,
    );
  const added = byType("graphql-enum-value-added");
  return new Map(
    [...byType("graphql-enum-value-removed")].flatMap(([type, gone]) => {
      const come = added.get(type) ?? [];
      return gone.map((one, index) => [one, (come[index] ?? come.at(-1))?.place.member] as const);
    }),
  );
}

/** Verdict of a change. A harmless one is dangerous if operations can select a field that now conflicts with it. */
function withConflict(answer: Answer, field: string | undefined): Answer & { readonly note?: string } {
  if (answer.verdict !== "non-breaking" || field === undefined) return answer;
  return {
    verdict: "dangerous",
    criterion: principleCriterion("restriction"),
    note: `Fields of one name must be of one type: operations that also select "${field}" are refused`,
  };
}
