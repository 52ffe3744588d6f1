/** An accepted finding, or all findings of an accepted cause, until a date. */
export interface BaselineEntry {
  /** Id of a finding. Exactly one of `finding` and `cause` is set. */
  readonly finding?: string;
  /** Key of a cause, as the JSON report has it. */
  readonly cause?: string;
  readonly api?: string;
  /** "METHOD /path/{template}". */
  readonly operation?: string;
  readonly check?: string;
  readonly headline?: string;
  readonly reason: string;
  /** Last day on which the entry applies (YYYY-MM-DD). */
  readonly expires: string;
}
