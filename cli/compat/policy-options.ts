import { existsSync } from "node:fs";
import {
  readPolicy,
  readWaivers,
  type CompatProfile,
  type EarlierVersion,
  type Settings,
  type TimePolicy,
  isSupported,
  supportEnd,
} from "../../compat/index.ts";
import { isDate } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { type InputValues, loadAll } from "../load-both.ts";
import { usage } from "../parse.ts";
import { type Asked, announcementsAt, ledgerAt, ledgerFile } from "./known-dates.ts";
import { profileHelp } from "./profile.ts";
import { supportedTags } from "./supported-tags.ts";

const waiversFile = "compat/waivers.yaml";

/** The options that say how a change is judged. */
export const judgingOptions = {
  "strict-section9": { type: "boolean" },
  policy: { type: "string" },
  waivers: { type: "string" },
  ledger: { type: "string" },
} as const;

/** The options of what the policy says. */
export const policyOptions = {
  ...judgingOptions,
  today: { type: "string" },
  changelog: { type: "string" },
  transitive: { type: "boolean" },
  tags: { type: "string" },
  earlier: { type: "string", multiple: true },
} as const;

export const settingsHelp = `${profileHelp}  --strict-section9   take breaking edits literally by their names wherever the defaults are milder
  --policy FILE       answers to open questions: a line of YAML for each question, such as
                      default-changed: breaking. They win over --strict-section9; the
                      questions and their defaults: concord compat policy`;

export const sourcesHelp = `  --waivers FILE      waivers (default: ${waiversFile}, where there is one)
  --ledger FILE       when what was published and deprecated, for documents that carry no
                      dates (default: ${ledgerFile}, where there is one)`;

/** What a BASE that is of a commit does to files beside it. */
const committedHelp = `Where BASE is git:REF, ledger and changelog are read at that commit, if they are of this
repository: no revision brings the dates that allow it. FILE and DIR may be git:REF:PATH, too.`;

export const policyHelp = `Verdicts:
${settingsHelp}

Time, by the periods of the profile:
  --today YYYY-MM-DD  the day on which it is judged (default: today)
${sourcesHelp}
  --changelog DIR     what "concord changelog" writes: what is deprecated counts from the day
                      on which an entry announced it, and for nothing where none did
  --transitive        hold REVISION also against every earlier version that is still
                      supported: the ledger's tags, else all tags of its git repository, of
                      those in the history of BASE or REVISION, at the same paths, or what a
                      file was called before (for what is in none, such as a URL, take
                      --earlier). Where none of them can be compared, it cannot run
  --tags PATTERN      with --transitive: only tags that match, such as 'v*'
  --earlier DAY=INPUT an earlier version, such as BASE may be, and the day of its publication;
                      may be given several times
${committedHelp}`;

interface JudgingValues {
  readonly "strict-section9"?: boolean | undefined;
  readonly policy?: string | undefined;
  readonly waivers?: string | undefined;
  readonly ledger?: string | undefined;
}

interface PolicyValues extends JudgingValues, InputValues {
  readonly today?: string | undefined;
  readonly changelog?: string | undefined;
  readonly transitive?: boolean | undefined;
  readonly tags?: string | undefined;
  readonly earlier?: readonly string[] | undefined;
}

/** Reads what the options name. */
export async function policyOf(
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
    throw usage("compat", "--tags says nothing without --transitive");
  const today = dayOf("compat", values.today, now);
  const judging = await judgingOf(values, { base, profile, io });
  const announcements = await announcementsAt(values.changelog, { base, io });
  if (announcements && !profile.notice)
    io.err(`--changelog allows nothing: the profile ${profile.name} has no period of notice\n`);
  const given: EarlierVersion[] = [];
  // One after the other: what was read of a large one is gone before the next is read.
  for (const text of values.earlier ?? []) given.push(await earlierAt(text, { values, today, profile, io }));
  const names = values.tags === undefined ? judging.ledger?.versions.map(({ name }) => name) : undefined;
  const tagged = values.transitive
    ? await supportedTags(values.tags, { base, revision, names, today, profile, io })
    : [];
  return { today, ...judging, ...(announcements && { announcements }), earlier: [...given, ...tagged] };
}

/** By what changes are judged: the answers to open questions, waivers and the ledger. */
export async function judgingOf(
  values: JudgingValues,
  { profile, ...asked }: Asked & { readonly profile: CompatProfile },
): Promise<Omit<TimePolicy, "today">> {
  const settings = await settingsOf(values);
  const ledger = await ledgerAt(values.ledger, asked);
  const waivers = values.waivers ?? (existsSync(waiversFile) ? waiversFile : undefined);
  return {
    profile,
    settings,
    ...(waivers !== undefined && { waivers: await readWaivers(waivers, profile) }),
    ...(ledger && { ledger }),
  };
}

async function settingsOf({ policy, "strict-section9": strict = false }: JudgingValues): Promise<Settings> {
  return { strict, ...(policy !== undefined && { answers: await readPolicy(policy) }) };
}

/** The day that --today names. */
export function dayOf(command: string, value: string | undefined, now: Date): string {
  if (value === undefined) return now.toISOString().slice(0, 10);
  if (!isDate(value)) throw usage(command, `--today takes a day such as 2026-01-31, not "${value}"`);
  return value;
}

async function earlierAt(
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
    throw usage("compat", `--earlier takes a day and an input, such as 2025-01-31=old.yaml, not "${text}"`);
  if (date > today) throw usage("compat", `--earlier takes what was published already: ${date} is after ${today}`);
  const version = { name: path, date, contracts: await loadAll([path], values, io) };
  if (!isSupported(version, today, profile)) {
    const end = supportEnd(version, profile);
    io.err(`Not compared: support of what was published on ${date} (--earlier) ended on ${end}\n`);
  }
  return version;
}
