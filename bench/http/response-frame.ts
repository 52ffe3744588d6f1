/** What a load generator needs to know of a response: its status, and where it ends. */
export interface Frame {
  readonly status: number;
  /** Bytes of head and body together. */
  readonly length: number;
}

/**
 * Reads the head of an HTTP/1.1 response; nothing while it is incomplete.
 * @throws Error where the body has no `content-length`: everything measured here sends one.
 */
export function readFrame(bytes: Buffer): Frame | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (!length) throw new Error(`Cannot measure the response "${head.split("\r\n", 1)[0]}": it has no content-length`);
  return { status: Number(head.slice(9, 12)), length: end + 4 + Number(length[1]) };
}
