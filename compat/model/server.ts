/** A server as it is written, and where it is with each value that its variables list. */
export interface Server {
  readonly url: string;
  readonly places: readonly string[];
}
