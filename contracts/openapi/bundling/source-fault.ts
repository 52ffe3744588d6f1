/** Something wrong with a file that could be read all the same. */
export interface SourceFault {
  readonly code: string;
  readonly message: string;
  readonly file: string;
  readonly pointer: string;
  readonly isLost?: boolean;
}
