import { existsSync } from "node:fs";
import {
  readWaivers,
  type CompatProfile,
  type EarlierVersion,
  type TimePolicy,
  isSupported,
  supportEnd,
} from "../../compat/index.ts";
import { isDate } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { type InputValues, loadAll } from "../arguments/load-both.ts";
import { type Optional, type Options, describeOptions } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import { day } from "../arguments/readers.ts";
import { type DatesContext, readAnnouncements, readGivenLedger, ledgerOption } from "./read-dates.ts";
import { policyChoiceOptions } from "./profile.ts";
import { supportedTags } from "./supported-tags.ts";

const waiversFile = "compat/waivers.yaml";

/** Options for judging a change. */
export const judgingOptions = {
  "strict-policy": {
    help: "count an edit as breaking by its name, even if the default verdict is milder (answers of the policy have precedence)",
  },
  waivers: { form: "FILE", help: `waivers (default: ${waiversFile}, if it exists)` },
  ledger: ledgerOption,
} as const satisfies Options;

/** Options for the periods of a policy. */
export const dateOptions = {
  today: { form: "YYYY-MM-DD", read: day, help: "date of the judgement (default: today)" },
  changelog: {
    form: "DIR",
    help: 'folder of "concord changelog": a deprecation counts from the date of the entry that announced it, and does not count without an entry',
  },
  transitive: {
    help: "also compare REVISION with every earlier version that is still supported: the tags in the history of BASE or REVISION, only those of the ledger if there is one. Renames are followed. For documents outside of git, such as a URL, use --earlier. The command fails if no tag can be compared",
  },
  tags: { form: "PATTERN", help: "with --transitive: only tags that match, such as 'v*'" },
  earlier: {
    form: "DAY=INPUT",
    multiple: true,
    help: "an earlier version, an input such as BASE, and the date of its publication",
  },
} as const satisfies Options;

export const policyHelp = `Policy:
${describeOptions({ ...policyChoiceOptions, ...judgingOptions })}

Dates, for the periods of the profile:
${describeOptions(dateOptions)}
If BASE is git:REF, ledger and changelog of this repository are read at that commit, so that
a revision cannot add dates that allow it. FILE and DIR may be git:REF:PATH, too.`;

type JudgingValues = Optional<typeof judgingOptions>;

type PolicyValues = JudgingValues & InputValues & Optional<typeof dateOptions>;

/** Policy of the options, with all files that they name. */
export async function readPolicyOptions(
  values: PolicyValues,
  {
    base,
    revision,
    now,
    profile,
    io,
  }: {
    readonly base: string;
    readonly revision: string;
    readonly now: Date;
    readonly profile: CompatProfile;
    readonly io: Io;
  },
): Promise<TimePolicy> {
  if (values.tags !== undefined && !values.transitive)
    throw createUsageError("compat", "--tags has no effect without --transitive");
  const today = values.today ?? now.toISOString().slice(0, 10);
  const judging = await readJudging(values, { base, profile, io });
  const announcements = await readAnnouncements(values.changelog, { base, io });
  if (announcements && !profile.notice)
    io.err(`--changelog has no effect: the profile ${profile.name} has no notice period\n`);
  const given: EarlierVersion[] = [];
  // In sequence, so that the memory for one large document is free before the next is read.
  for (const text of values.earlier ?? []) given.push(await loadEarlierVersion(text, { values, today, profile, io }));
  const names = values.tags === undefined ? judging.ledger?.versions.map(({ name }) => name) : undefined;
  const tagged = values.transitive
    ? await supportedTags(values.tags, { base, revision, names, today, profile, io })
    : [];
  return { today, ...judging, ...(announcements && { announcements }), earlier: [...given, ...tagged] };
}

/** Answers to open questions, waivers and the ledger. */
export async function readJudging(
  values: JudgingValues,
  { profile, ...context }: DatesContext & { readonly profile: CompatProfile },
): Promise<Omit<TimePolicy, "today">> {
  const settings = { strict: values["strict-policy"] ?? false };
  const ledger = await readGivenLedger(values.ledger, context);
  const waivers = values.waivers ?? (existsSync(waiversFile) ? waiversFile : undefined);
  return {
    profile,
    settings,
    ...(waivers !== undefined && { waivers: await readWaivers(waivers, profile) }),
    ...(ledger && { ledger }),
  };
}

async function loadEarlierVersion(
  text: string,
  {
    values,
    today,
    profile,
    io,
  }: { readonly values: PolicyValues; readonly today: string; readonly profile: CompatProfile; readonly io: Io },
): Promise<EarlierVersion> {
  const [, date, path] = /^(.*?)=(.+)$/s.exec(text) ?? [];
  if (!isDate(date) || path === undefined)
    throw createUsageError(
      "compat",
      `--earlier must be a day and an input, such as 2025-01-31=old.yaml, not "${text}"`,
    );
  if (date > today)
    throw createUsageError("compat", `--earlier must have a date in the past: ${date} is after ${today}`);
  const version = { name: path, date, contracts: await loadAll([path], values, io) };
  if (!isSupported(version, today, profile)) {
    const end = supportEnd(version, profile);
    io.err(`Not compared: support of the version of ${date} (--earlier) ended on ${end}\n`);
  }
  return version;
}
