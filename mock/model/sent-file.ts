/** Uploaded file: a part of a multipart body, or the body itself. */
export interface SentFile {
  readonly name?: string;
  /** Its media type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}
