/** One of several files of a report. Its name goes before the extension of the requested file. */
export interface ReportPart {
  readonly name: string;
  readonly text: string;
}
