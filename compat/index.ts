export type {
  Change,
  ChangeKind,
  CompatReport,
  Direction,
  Fault,
  Timing,
  Verdict,
  Waived,
  Witness,
  WitnessRequest,
} from "./change.ts";
export { isBlocking } from "./change.ts";
export type { AnyRule, Rule } from "./rule.ts";
export type { Entry } from "./changelog/entry.ts";
export type { FeedOptions } from "./changelog/feed.ts";
export type { ChangelogFiles, ChangelogOptions, ChangelogUpdate } from "./changelog/update.ts";
export { checkCompat } from "./check.ts";
export { rules } from "./rules/index.ts";
export { type FailOn, failLevels, fails } from "./fails.ts";
export { type RenderCompat, compatReports } from "./reports/index.ts";
export { type Only, type RenderOptions, levels } from "./reports/shown.ts";
export { renderText } from "./reports/text.ts";
export { renderJson } from "./reports/json.ts";
export { entriesOf } from "./changelog/entry.ts";
export { renderChangelog } from "./changelog/markdown.ts";
export { renderFeed } from "./changelog/feed.ts";
export { updateChangelog } from "./changelog/update.ts";
