/** Primary result codes of SQLite. Extended codes are reduced to these. */
export const resultCodes = {
  ERROR: 1,
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  TOOBIG: 18,
  NOTADB: 26,
} as const;

const reasons: Readonly<Record<number, string>> = {
  [resultCodes.BUSY]: "another process has locked its file",
  [resultCodes.LOCKED]: "another process has locked its file",
  [resultCodes.READONLY]: "its file is read-only",
  [resultCodes.IOERR]: "its file cannot be read or written",
  [resultCodes.CORRUPT]: "its file is damaged",
  [resultCodes.FULL]: "the disk is full",
  [resultCodes.CANTOPEN]: "its file cannot be opened",
  [resultCodes.TOOBIG]: "a value is larger than SQLite can store",
  [resultCodes.NOTADB]: "its file is damaged",
};

/** State could not be read or written. Nothing of the change is stored. */
export class StorageError extends Error {
  /** Status of the response: 507 if there is no space, else 503. */
  readonly status: 503 | 507;

  constructor(message: string, status: 503 | 507, cause?: unknown) {
    super(message, { cause });
    this.name = "StorageError";
    this.status = status;
  }
}

/** Primary result code of an SQLite error. Undefined for other errors. */
export function readResultCode(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: number };
  if (errcode === undefined) return undefined;
  return errcode & 0xff;
}

/** Converts an SQLite error to a StorageError. Returns other errors unchanged. */
export function storageError(error: unknown): unknown {
  const code = readResultCode(error);
  if (code === undefined) return error;
  const { message, errstr } = error as Error & { readonly errstr?: string };
  const detail = errstr === undefined || errstr === message ? message : `${errstr}: ${message}`;
  const hasNoSpace = code === resultCodes.FULL || code === resultCodes.TOOBIG;
  const reason = reasons[code] ?? "SQLite refuses it";
  return new StorageError(`State cannot be stored: ${reason} (SQLite: ${detail})`, hasNoSpace ? 507 : 503, error);
}
