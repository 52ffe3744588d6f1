import type { Basis } from "../../contracts/index.ts";
import { quote } from "../model/wording.ts";
import type { Subjects } from "../pairing/nodes/subjects.ts";
import type { Principle } from "../profile/criterion.ts";
import { sendAlways } from "./support/advice.ts";
import { type AnyRule, type Rule, rule } from "./support/rule.ts";

/** A part of both sides that each side requires or leaves optional. */
interface RequirablePart {
  readonly base: { readonly pointer: string; readonly required: boolean };
  readonly revision: { readonly pointer: string; readonly required: boolean };
  readonly step: string;
  readonly basis?: Basis;
  /** Name at the start of a message. */
  readonly name: string;
}

interface Row<On extends keyof Subjects> {
  readonly ids: Record<"required" | "optional", string>;
  readonly on: On;
  partsOf(base: Subjects[On], revision: Subjects[On]): readonly RequirablePart[];
  /** Principle of each rule; "restriction" if absent. */
  readonly principles?: Partial<Record<"required" | "optional", Principle>>;
  /** True if oasdiff uses the same ids. */
  readonly isOasdiff?: true;
  readonly whyRequired: string;
  readonly whyOptional: string;
}

/** Rules for parts, other than properties, that became required or optional. */
export const presenceRules: readonly AnyRule[] = [
  ...createPresenceRules({
    ids: { required: "part-header-became-required", optional: "part-header-became-optional" },
    on: "part",
    partsOf: ({ headers, name: part }, revision) =>
      [...headers].flatMap(([key, base]) => {
        const other = revision.headers.get(key);
        const name = `Header ${quote(base.name)} of the part of property ${quote(part)}`;
        if (other) return [{ base, revision: other, step: base.step, basis: base.basis, name }];
        return [];
      }),
    principles: { optional: "addition" },
    whyRequired: "The provider refuses parts without the header, which it accepted.",
    whyOptional:
      "A provider that does not require the header refuses no earlier request. Receivers of the part may rely on the header.",
  }),
  ...createPresenceRules({
    ids: { required: "request-body-became-required", optional: "request-body-became-optional" },
    on: "request",
    partsOf: ({ body: base }, { body: revision }) =>
      base && revision ? [{ base, revision, step: "body", basis: base.basis, name: "Request body" }] : [],
    isOasdiff: true,
    whyRequired: "Requests of the earlier contract that leave the body out are refused.",
    whyOptional:
      "Requests of the earlier contract send the body and stay valid. Receivers can no longer rely on the body.",
  }),
  ...createPresenceRules({
    ids: { required: "request-parameter-became-required", optional: "request-parameter-became-optional" },
    on: "parameter",
    partsOf: (base, revision) => [
      { base, revision, step: base.step, name: `Parameter ${quote(base.name)} (${base.in})` },
    ],
    isOasdiff: true,
    whyRequired: "Requests of the earlier contract that leave the parameter out are refused.",
    whyOptional:
      "Requests of the earlier contract send the parameter and stay valid. Receivers can no longer rely on the parameter.",
  }),
  ...createPresenceRules({
    ids: { required: "response-header-became-required", optional: "response-header-became-optional" },
    on: "headers",
    principles: { required: "addition", optional: "guarantee" },
    partsOf: ({ headers }, revision) =>
      [...headers].flatMap(([key, base]) => {
        const other = revision.headers.get(key);
        const part = { step: `header.${base.name}`, basis: base.basis, name: `Header ${quote(base.name)}` };
        if (other) return [{ base, revision: other, ...part }];
        return [];
      }),
    isOasdiff: true,
    whyRequired: "The header is now always present, which the earlier contract did not promise.",
    whyOptional: "Consumers may read it without a check that it is present.",
  }),
];

function createPresenceRules<const On extends keyof Subjects>(row: Row<On>): readonly Rule<On>[] {
  return [createPresenceRule(row, "required"), createPresenceRule(row, "optional")];
}

function createPresenceRule<const On extends keyof Subjects>(
  { ids, on, partsOf, principles = {}, isOasdiff, whyRequired, whyOptional }: Row<On>,
  became: "required" | "optional",
): Rule<On> {
  const isRequired = became === "required";
  return rule<On>({
    id: ids[became],
    on,
    kind: "changed",
    verdict: "breaking",
    principle: principles[became] ?? "restriction",
    ...(isRequired && { advice: [sendAlways] }),
    ...(isRequired && on !== "headers" && { demandsOfCaller: "always" }),
    concern: "presence",
    ...(isOasdiff && { oasdiff: ids[became] }),
    mirror: ids[isRequired ? "optional" : "required"],
    why: isRequired ? whyRequired : whyOptional,
    compare: (one, other, report) => {
      for (const { base, revision, step, basis, name } of partsOf(one, other)) {
        if (base.required === isRequired || revision.required !== isRequired) continue;
        report({
          message: `${name} became ${became}`,
          step,
          base: base.pointer,
          revision: revision.pointer,
          ...(basis && { basis }),
          effect: isRequired ? "shrank" : "grew",
        });
      }
    },
  });
}
