/** One of several files that a report is: its name goes before the ending of the file that was asked for. */
export interface ReportPart {
  readonly name: string;
  readonly text: string;
}
