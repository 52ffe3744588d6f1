/** Earlier dates that a new date is compared with: the date in the base, and the date in the ledger. */
interface Days {
  readonly before: string | undefined;
  readonly shown: string | undefined;
  readonly today: string;
}

/** Message for a deprecation date before the announcement. */
export function backdatedText(since: string, { before, shown, today }: Days): string {
  if (before !== undefined) return `its deprecation was moved back from ${before} to ${since}: ${writeFrom(before)}`;
  const what = `it is deprecated as of ${since}`;
  if (shown === undefined)
    return `${what}, which is before today: ${writeFrom(today)}, unless a version published it before; then name the ledger that knows it (--ledger), as concord compat ledger --from-tags makes it`;
  return `${what}, before the ledger knows it to be: ${writeFrom(shown)}`;
}

/** Message for a publication date without evidence. */
export function publishedText(day: string, { before, shown, today }: Days): string {
  if (before !== undefined) return `${movedText(day, before)}: ${writeFrom(before)}`;
  const what = `a new date has it published on ${day}`;
  if (shown === undefined)
    return `${what}, which no ledger shows: ${writeFrom(today)}, or name the ledger that shows it (--ledger), as concord compat ledger --from-tags makes it`;
  return `${what}, before the ledger knows it: ${writeFrom(shown)}`;
}

/** Message for an operation that inherits an earlier publication date because its own was removed. */
export function inheritedText(day: string, before: string): string {
  return `${movedText(day, before)}, as the part above it does: give it an x-published of its own, of ${before} or a later day`;
}

function movedText(day: string, before: string): string {
  return `its publication was moved back from ${before} to ${day}`;
}

/** First day on which a part may be removed. The reason is undefined if a notice from today decides. */
export interface EarliestEnd {
  readonly section?: string;
  readonly from: string;
  readonly reason?: string;
}

/** Message for a sunset that is too soon. An earlier promised sunset may stay. */
export function sunsetText(
  {
    sunset,
    promised,
    months,
  }: { readonly sunset: string; readonly promised: string | undefined; readonly months: number },
  { from, reason }: EarliestEnd,
): string {
  const what =
    promised === undefined ? `its sunset is ${sunset}` : `its sunset was brought forward from ${promised} to ${sunset}`;
  const todo = writeFrom(promised !== undefined && promised < from ? promised : from);
  if (reason === undefined) return `${what}, sooner than ${months} months from today: ${todo}`;
  return `${what}, sooner than it may go: ${todo}. ${reason}`;
}

/** Message for the removal of a future sunset. */
export function sunsetRemovedText(promised: string): string {
  return `its sunset of ${promised} was taken out, but it stays deprecated: ${writeFrom(promised)}`;
}

function writeFrom(day: string): string {
  return `write ${day} or a later day`;
}
