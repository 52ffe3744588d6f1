import { type Contract, graphqlSchemaOf } from "../../contracts/index.ts";
import type { ApiName } from "../pairing/api-names.ts";
import { type Change, worstOf } from "../model/change.ts";
import { type Answer, type QuestionId, type Settings, answerTo } from "../verdicts/questions.ts";
import { basisChanges } from "./bases.ts";
import { deprecationChanges, spoken } from "./deprecations.ts";
import { type Found, placeAfter } from "./found.ts";
import { graphqlIdOf } from "./graphql-id.ts";
import { heirsOf, inheritedChanges, inheritedPlaces } from "./heirs.ts";
import { type Place, basesIn, coordinateOf, locationAt, partAt } from "./parts.ts";
import { reportedChanges } from "./reported.ts";
import { type GraphqlRule, type GraphqlRuleId, graphqlRule } from "./rules.ts";
import type { Schemas } from "./typed.ts";
import { keptChanges, placesOfBoth } from "./kept.ts";
import { type CompatProfile, cited } from "../profile/compat-profile.ts";
import { principleCriterion } from "../profile/criterion.ts";
import { causesOf } from "./uses.ts";
import { type Proof, type Prover, createProver } from "./witness.ts";

/** What a comparison knows beside the two contracts. */
interface Naming {
  readonly name: ApiName;
  /** Where the base is queried. */
  readonly path: string;
  readonly settings: Settings;
  readonly profile: CompatProfile;
}

/** Every change between two GraphQL schemas; without one of them, that the schema came or went. */
export function compareGraphql(
  { base, revision }: { readonly base?: Contract; readonly revision?: Contract },
  naming: Naming,
): Change[] {
  if (base && revision) return compareBoth({ base, revision }, naming);
  const contract = base ?? revision;
  if (!contract) return [];
  const schema = graphqlSchemaOf(contract);
  const rule = graphqlRule(base ? "graphql-schema-removed" : "graphql-schema-added");
  const at = locationAt(contract, schema, {});
  const request = {
    method: "POST",
    path: naming.path,
    headers: { "content-type": "application/json" },
    body: { query: "{ __typename }" },
  };
  return [
    {
      ...identified(rule, naming.name, "schema"),
      verdict: rule.verdict,
      ...cited(naming.profile, principleCriterion(rule.principle)),
      basis: basesIn(contract, schema)({}),
      direction: "operation",
      operation: "schema",
      operations: ["schema"],
      path: "",
      message: `The schema was ${base ? "removed" : "added"}`,
      base: base ? at : null,
      revision: base ? null : at,
      ...(base && { witness: { shows: "gone", request } }),
    },
  ];
}

function compareBoth(
  both: Record<"base" | "revision", Contract>,
  { name, path: endpoint, settings, profile }: Naming,
): Change[] {
  if (isWrittenAlike(both)) return [];
  const schemas = { base: graphqlSchemaOf(both.base), revision: graphqlSchemaOf(both.revision) };
  const heirs = heirsOf(schemas);
  const basisOf = basesIn(both.base, schemas.base);
  const places = placesOfBoth(schemas);
  const found = [
    ...reportedChanges(schemas.base, schemas.revision),
    ...keptChanges(schemas),
    ...inheritedChanges(schemas, heirs),
    ...deprecationChanges([...places.map((place) => ({ place })), ...inheritedPlaces(schemas, heirs)], schemas, both),
    ...basisChanges(places, { base: basisOf, revision: basesIn(both.revision, schemas.revision) }),
  ];
  const prover = createProver(schemas, endpoint, heirs);
  const renamed = renamedValues(found);
  const told = found.map((one) => judged(one, renamed.get(one), prover));
  return causesOf(told, schemas).map(({ cause, uses, interfaces, told: more }) => {
    const change = changeOf(cause, prover);
    return uses.length + interfaces.length === 0
      ? change
      : withUses(
          { ...change, message: change.message + more },
          uses.map((use) => changeOf(use, prover)),
          interfaces,
        );
  });

  function changeOf(one: Judged, { prove, conflictOf }: Prover): Change {
    const { place, message, before, after } = one;
    const rule = graphqlRule(one.rule);
    const answer = answerOf(one, settings);
    const breaksByDefault = answerOf(one, {}).verdict === "breaking";
    // A marker is on no wire: there is nothing to prove.
    const isProvable = one.rule !== "graphql-stated-became-assumed";
    const proof = isProvable && (breaksByDefault || answer.verdict === "breaking") ? prove(one) : undefined;
    // What breaks by an answer of somebody's own stands without a proof.
    const { verdict, note, criterion } = breaksByDefault
      ? proved(answer, rule, proof)
      : unproved(answer, () => conflictOf(one));
    const isLife = rule.deprecation !== undefined;
    // What is announced of a part is looked for by the name that it has from then on.
    const named = isLife ? placeAfter(one) : place;
    const { operation, path } = namesOf(named, schemas);
    // That a part is deprecated is one announcement, whatever it says.
    const isAnnouncement = rule.deprecation === "begins" || rule.deprecation === "ends";
    const values = rule.kind === "changed" && !isAnnouncement ? [before ?? null, after ?? null] : [];
    return {
      ...identified(rule, name, coordinateOf(named), ...values),
      verdict,
      ...cited(profile, criterion),
      basis: basisOf(place),
      // A type that is given as well may break those who read it.
      direction: proof?.outcome === "unshown" || proof?.witness?.shows === "unexpected" ? "response" : one.direction,
      operation,
      operations: [operation],
      path,
      message,
      ...(before !== undefined && { before: isLife ? spoken(before) : before }),
      ...(after !== undefined && { after: isLife ? spoken(after) : after }),
      ...(note !== undefined && { note }),
      ...(verdict === "breaking" && proof?.witness && { witness: proof.witness }),
      base: locationAt(both.base, schemas.base, place),
      revision: locationAt(both.revision, schemas.revision, placeAfter(one)),
    };
  }
}

/** Whether both are the same text. Where it is wrong, `sdl` is what could be built of it, without directives that nothing defines. */
function isWrittenAlike({ base, revision }: Record<"base" | "revision", Contract>): boolean {
  return base.document["sdl"] === revision.document["sdl"] && base.problems.length + revision.problems.length === 0;
}

/** What was found, and which way it travels. */
type Judged = Found & Pick<Change, "direction">;

/** A change that says what the worst of its uses does, and names all that are told of with it. */
function withUses(change: Change, uses: readonly Change[], interfaces: readonly string[]): Change {
  const verdict = worstOf([change, ...uses].map((one) => one.verdict));
  const [worst = change, ...others] = [change, ...uses].filter((one) => one.verdict === verdict);
  const { section, why, note, witness } = worst;
  const { note: _, witness: __, section: ___, ...rest } = change;
  // Types that only it uses are met through it.
  const met = uses.filter(({ rule }) => rule !== change.rule);
  const places = [...met.map((use) => use.operation + use.path), ...interfaces];
  return {
    ...rest,
    verdict,
    ...(section !== undefined && { section }),
    why,
    basis: [worst, ...others].some(({ basis }) => basis === "stated") ? "stated" : "assumed",
    operations: [...change.operations, ...[...new Set(places)].toSorted()],
    ...(note !== undefined && { note }),
    ...(witness && { witness }),
  };
}

function identified(
  { id: rule, kind, why }: GraphqlRule,
  { shown, key }: ApiName,
  ...place: readonly unknown[]
): Pick<Change, "id" | "rule" | "kind" | "why" | "api"> {
  return { id: graphqlIdOf(key, rule, ...place), rule, kind, why, api: shown };
}

/** A field is named like an operation, "Query.user"; the path is what its schema coordinate has beyond that: "(id:)". */
function namesOf({ argument, ...owner }: Place, schemas: Schemas): Pick<Change, "operation" | "path"> {
  const inField = argument === undefined ? "" : `(${argument}:)`;
  const { member, ...outermost } = owner;
  if (member === undefined || isField(owner, schemas)) return { operation: coordinateOf(owner), path: inField };
  return { operation: coordinateOf(outermost), path: `.${member}` };
}

function isField({ type = "", member = "" }: Place, { base, revision }: Schemas): boolean {
  return [base, revision].some((schema) => partAt(schema, { type, member })?.typed !== undefined);
}

/** What only the uses of a type tell: which way it travels, and whether a removed value has got another name. */
function judged(one: Found, renamed: string | undefined, { directionOf }: Prover): Judged {
  const { type } = one.place;
  const { given, answered } = directionOf(type ?? "");
  const told: Judged = {
    ...one,
    direction: graphqlRule(one.rule).direction ?? (given || !answered ? "request" : "response"),
  };
  if (one.rule !== "graphql-enum-value-removed" || given) return told;
  return renamed === undefined
    ? { ...told, questions: ["response-value-withdrawn"] }
    : { ...told, questions: ["response-value-renamed"], before: one.place.member ?? null, after: renamed };
}

/** What the policy says of a difference, before a proof is looked for. */
function answerOf({ rule: id, verdict, principle, questions }: Found, settings: Settings): Answer {
  const rule = graphqlRule(id);
  const open: readonly QuestionId[] =
    questions ?? (verdict === undefined && rule.question !== undefined ? [rule.question] : []);
  const answers = open.map((question) => answerTo(question, settings));
  const worst = worstOf(answers.map((answer) => answer.verdict));
  const criterion = principleCriterion(principle ?? rule.principle);
  return answers.find((answer) => answer.verdict === worst) ?? { verdict: verdict ?? rule.verdict, criterion };
}

/** What a value that went is called where others came to its enum: in their order, as far as there are as many. */
function renamedValues(found: readonly Found[]): ReadonlyMap<Found, string | undefined> {
  const byType = (rule: GraphqlRuleId): Map<string | undefined, Found[]> =>
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

/** The verdict where none is looked for: it is seldom that fields of several types are asked for side by side. */
function unproved(answer: Answer, conflictOf: () => string | undefined): Answer & { readonly note?: string } {
  const conflict = answer.verdict === "non-breaking" ? conflictOf() : undefined;
  if (conflict === undefined) return answer;
  return {
    verdict: "dangerous",
    criterion: principleCriterion("restriction"),
    note: `Fields of one name must be of one type: this operation of the base is refused: ${conflict}`,
  };
}

/** The verdict after a proof was looked for: what no operation can meet breaks nobody. */
function proved(
  { verdict, criterion }: Answer,
  rule: GraphqlRule,
  proof: Proof | undefined,
): Answer & { readonly note?: string } {
  if (!proof || proof.outcome === "proved" || proof.outcome === "unknown") return { verdict, criterion };
  if (proof.outcome === "unreached")
    return {
      verdict: "non-breaking",
      criterion: principleCriterion("addition"),
      note: "No operation of the base can meet it",
    };
  if (verdict !== "breaking") return { verdict, criterion };
  if (proof.outcome === "rootless")
    return { verdict: "dangerous", criterion, note: "The schema has no root: what operations meet, it cannot tell" };
  if (proof.outcome === "unshown")
    return {
      verdict,
      criterion,
      note: "No type tells what may be answered now, and could not be: the change is breaking by name",
    };
  if (proof.outcome === "hidden")
    return { verdict, criterion, note: "Every operation of the base that meets it is refused, for other changes" };
  if (rule.isNamed) return { verdict, criterion };
  return {
    verdict: "dangerous",
    criterion,
    note: "No operation of the base was found that is refused, or answered otherwise",
  };
}
