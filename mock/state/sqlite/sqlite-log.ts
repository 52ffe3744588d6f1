import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from "node:fs";

/** Bit in the version of a file while a process has it. Its write-ahead log must exist then. */
export const IN_USE_BIT = 0x100;

const VERSION_OFFSET = 60;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f_0682;

/**
 * Checks the write-ahead log of a file that no process has open. Returns undefined if it is intact. SQLite ignores
 * everything after a damaged frame, so that writes would be lost silently. Damage to the very last frame looks the same
 * as a write that was cut off.
 */
export function faultOfLog(file: string): string | undefined {
  const log = `${file}-wal`;
  const version = readFileVersion(file);
  if (version === undefined || (version & ~IN_USE_BIT) < 2) return undefined;
  const isInUse = (version & IN_USE_BIT) !== 0;
  if (!existsSync(log)) {
    if (isInUse) return `its write-ahead log "${log}" is missing`;
    return undefined;
  }
  const bytes = readFileSync(log);
  if (bytes.length === 0) return undefined;
  if (!isInUse) return `its write-ahead log "${log}" belongs to another file, or an earlier state of this one`;
  if (isIntact(bytes)) return undefined;
  return `its write-ahead log "${log}" is damaged`;
}

/** The version in the header of a SQLite file. Undefined for other files. */
function readFileVersion(file: string): number | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const header = Buffer.alloc(VERSION_OFFSET + 4);
  const descriptor = openSync(file, "r");
  try {
    const length = readSync(descriptor, header, 0, header.length, 0);
    if (length === header.length && header.toString("latin1", 0, 15) === "SQLite format 3")
      return header.readUInt32BE(VERSION_OFFSET);
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** True if no frame follows one that SQLite would not read (https://sqlite.org/fileformat2.html#walformat). */
function isIntact(log: Buffer): boolean {
  if (log.length < HEADER_BYTES + FRAME_HEADER_BYTES) return true;
  const magic = log.readUInt32BE(0);
  if (magic >>> 1 !== MAGIC >>> 1) return false;
  const isBigEndian = (magic & 1) === 1;
  const pageSize = log.readUInt32BE(8);
  const salts = log.subarray(16, 24);
  let checksums: Checksums = checksumsWith(log.subarray(0, 24), [0, 0], isBigEndian);
  if (!matchesChecksums(checksums, log, 24) || pageSize < 512) return false;
  const size = FRAME_HEADER_BYTES + pageSize;
  let isRead = true;
  for (let at = HEADER_BYTES; at + size <= log.length; at += size) {
    const isOfThisLog = log.subarray(at + 8, at + 16).equals(salts);
    if (isOfThisLog && !isRead) return false;
    if (!isRead) continue;
    checksums = checksumsWith(log.subarray(at, at + 8), checksums, isBigEndian);
    checksums = checksumsWith(log.subarray(at + FRAME_HEADER_BYTES, at + size), checksums, isBigEndian);
    // Frames of an earlier log have other salts.
    isRead = isOfThisLog && matchesChecksums(checksums, log, at + 16);
  }
  return true;
}

type Checksums = readonly [number, number];

function checksumsWith(bytes: Buffer, [first, second]: Checksums, isBigEndian: boolean): Checksums {
  let [one, other] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + other) >>> 0;
    other = (other + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + one) >>> 0;
  }
  return [one, other];
}

function matchesChecksums([one, other]: Checksums, log: Buffer, at: number): boolean {
  return log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === other;
}
