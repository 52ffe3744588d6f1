export type { Change, ChangeKind, CompatReport, Direction, Verdict } from "./change.ts";
export { checkCompat } from "./check.ts";
export { rules } from "./rules/index.ts";
