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
export type { GraphqlRule } from "./graphql/rules.ts";
export { graphqlRules } from "./graphql/rules.ts";
export { rules } from "./rules/index.ts";
export { renderText } from "./reports/text.ts";
export { renderJson } from "./reports/json.ts";
export { entriesOf } from "./changelog/entry.ts";
export { renderChangelog } from "./changelog/markdown.ts";
export { renderFeed } from "./changelog/feed.ts";
export { updateChangelog } from "./changelog/update.ts";
