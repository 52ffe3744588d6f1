/** Status and length of a response. */
export interface Frame {
  readonly status: number;
  /** Number of bytes of head and body together. */
  readonly length: number;
}

/**
 * Reads the head of an HTTP/1.1 response. Undefined if it is incomplete.
 * @throws Error for a body without `content-length`, which all measured servers send.
 */
export function readFrame(bytes: Buffer): Frame | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (!length) throw new Error(`Cannot measure the response "${head.split("\r\n", 1)[0]}": it has no content-length`);
  return { status: Number(head.slice(9, 12)), length: end + 4 + Number(length[1]) };
}
