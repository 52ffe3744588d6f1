import type { Basis } from "../../contracts/index.ts";
import { type Lifecycle, toAnnouncement, changedAnnouncement } from "../model/lifecycle.ts";
import { capital, propertyStep, quote } from "../model/wording.ts";
import type { Subjects } from "../pairing/nodes/subjects.ts";
import { type AnyRule, type Found, type OasdiffId, type Rule, rule } from "./support/rule.ts";

/** A part of both sides, with its deprecation on each side. */
interface DatedPart {
  readonly base: { readonly pointer: string; readonly lifecycle: Lifecycle };
  readonly revision: { readonly pointer: string; readonly lifecycle: Lifecycle };
  readonly step?: string;
  readonly basis?: Basis;
  /** Name of the part in messages. If absent, the comparison names the part. */
  readonly name?: string;
}

interface Row<On extends keyof Subjects> {
  readonly ids: Record<"deprecated" | "reactivated" | "sunsetChanged", string>;
  readonly on: On;
  partsOf(base: Subjects[On], revision: Subjects[On]): readonly DatedPart[];
  readonly whyDeprecated?: string;
  readonly oasdiff?: Partial<Record<"deprecated" | "reactivated" | "sunsetChanged", OasdiffId>>;
}

/** Deprecations that begin, end or change, of each kind of part that has `deprecated`. */
export const deprecationRules: readonly AnyRule[] = [
  ...createLifecycleRules({
    ids: {
      deprecated: "operation-deprecated",
      reactivated: "operation-reactivated",
      sunsetChanged: "operation-sunset-changed",
    },
    on: "operation",
    partsOf: (base, revision) => [{ base, revision, name: `operation "${base.name}"` }],
    oasdiff: {
      deprecated: (found) => `endpoint-deprecated${sunsetSuffix(found)}`,
      reactivated: "endpoint-reactivated",
      sunsetChanged: (found) => (losesSunset(found) ? "sunset-deleted" : undefined),
    },
  }),
  ...createLifecycleRules({
    ids: {
      deprecated: "parameter-deprecated",
      reactivated: "parameter-reactivated",
      sunsetChanged: "parameter-sunset-changed",
    },
    on: "parameter",
    partsOf: (base, revision) => [{ base, revision, step: base.step, name: `parameter "${base.name}" (${base.in})` }],
    oasdiff: {
      deprecated: "request-parameter-deprecated",
      reactivated: "request-parameter-reactivated",
      sunsetChanged: (found) => (losesSunset(found) ? "request-parameter-sunset-deleted" : undefined),
    },
  }),
  ...createLifecycleRules({
    ids: {
      deprecated: "property-deprecated",
      reactivated: "property-reactivated",
      sunsetChanged: "property-sunset-changed",
    },
    on: "schema",
    partsOf: (base, revision) => [{ base, revision }],
    oasdiff: {
      deprecated: (found) => `{part}-deprecated${sunsetSuffix(found)}`,
      reactivated: "{part}-reactivated",
    },
  }),
  ...createLifecycleRules({
    ids: {
      deprecated: "response-header-deprecated",
      reactivated: "response-header-reactivated",
      sunsetChanged: "response-header-sunset-changed",
    },
    on: "headers",
    whyDeprecated: "The header is still sent. A deprecation announces a later change.",
    partsOf: ({ headers }, revision) =>
      [...headers].flatMap(([key, base]) => {
        const other = revision.headers.get(key);
        const { name, basis } = base;
        const part = { base, step: `header${propertyStep(name)}`, basis, name: `header ${quote(name)}` };
        if (other) return [{ ...part, revision: other }];
        return [];
      }),
  }),
];

function createLifecycleRules<const On extends keyof Subjects>({
  ids,
  on,
  partsOf,
  whyDeprecated = "The part still works. A deprecation announces a later change.",
  oasdiff = {},
}: Row<On>): readonly Rule<On>[] {
  const { deprecated, reactivated, sunsetChanged } = oasdiff;
  const shared = { on, kind: "changed", verdict: "non-breaking", principle: "deprecation" } as const;
  return [
    rule<On>({
      ...shared,
      id: ids.deprecated,
      deprecation: "begins",
      ...(deprecated && { oasdiff: deprecated }),
      mirror: ids.reactivated,
      why: whyDeprecated,
      compare: (one, other, report) => {
        for (const part of partsOf(one, other)) {
          const { base, revision } = part;
          if (base.lifecycle.deprecated || !revision.lifecycle.deprecated) continue;
          const message = composeDateMessage(part, (name) => `${name} was deprecated`);
          report({ message, ...foundPlace(part), after: toAnnouncement(revision.lifecycle) });
        }
      },
    }),
    rule<On>({
      ...shared,
      id: ids.reactivated,
      deprecation: "ends",
      advice: [{ text: "Nothing; it stays." }],
      ...(reactivated && { oasdiff: reactivated }),
      mirror: ids.deprecated,
      why: "The part is no longer deprecated and stays.",
      compare: (one, other, report) => {
        for (const part of partsOf(one, other)) {
          const { base, revision } = part;
          if (!base.lifecycle.deprecated || revision.lifecycle.deprecated) continue;
          const message = composeDateMessage(part, (name) => `${name} is no longer deprecated`);
          report({ message, ...foundPlace(part), before: toAnnouncement(base.lifecycle) });
        }
      },
    }),
    rule<On>({
      ...shared,
      id: ids.sunsetChanged,
      deprecation: "changes",
      ...(sunsetChanged && { oasdiff: sunsetChanged }),
      mirror: ids.sunsetChanged,
      why: "The announced dates of the later change are different.",
      compare: (one, other, report) => {
        for (const part of partsOf(one, other)) {
          const announcements = changedAnnouncement(part.base.lifecycle, part.revision.lifecycle);
          if (!announcements) continue;
          const message = composeDateMessage(part, (name) => `the deprecation of ${name} changed`);
          report({ message, ...foundPlace(part), ...announcements });
        }
      },
    }),
  ];
}

function composeDateMessage({ name }: DatedPart, say: (name: string) => string): Found["message"] {
  if (name === undefined) return say;
  return capital(say(name));
}

function foundPlace({ base, revision, step, basis }: DatedPart): Pick<Found, "base" | "revision" | "step" | "basis"> {
  return {
    base: base.pointer,
    revision: revision.pointer,
    ...(step !== undefined && { step }),
    ...(basis && { basis }),
  };
}

function sunsetSuffix({ after }: Found): string {
  if ((after as { sunset?: string }).sunset === undefined) return "";
  return "-with-sunset";
}

function losesSunset({ before, after }: Found): boolean {
  return "sunset" in (before as object) && !("sunset" in (after as object));
}
