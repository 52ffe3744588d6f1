import { type WrittenEntry, entriesOf } from "../entries.ts";

/** Another way to read the header, with the mistake behind it. */
interface HeaderReading {
  readonly fault: string;
  /** Entries as they should have been written. */
  read(header: string): readonly WrittenEntry[];
}

const each = (header: string, change: (entry: WrittenEntry) => WrittenEntry): readonly WrittenEntry[] =>
  entriesOf(header).map(change);

/** Mistakes in writing webhook-signature. */
export const headerReadings: readonly HeaderReading[] = [
  {
    fault: "the v1a and v1 entries are swapped: each must follow the name of its own kind",
    read: (header) => each(header, (entry) => ({ ...entry, kind: { v1: "v1a", v1a: "v1" }[entry.kind] ?? entry.kind })),
  },
  {
    fault: "an entry is in base64url: it must be in base64, with + and / and its padding (RFC 4648, section 4)",
    read: (header) => each(header, ({ kind, text }) => decoded(kind, text, /^[\w-]+={0,2}$/, "base64url")),
  },
  {
    fault: "an entry lacks its padding: base64 ends with = if its last group has fewer than four characters",
    read: (header) => each(header, ({ kind, text }) => decoded(kind, text, /^[A-Za-z0-9+/]+$/, "base64")),
  },
  {
    fault: "an entry is in hexadecimal: it must be in base64",
    read: (header) => each(header, ({ kind, text }) => decoded(kind, text, /^[\da-f]+$/i, "hex")),
  },
  {
    fault: 'the entries are separated by something else than one space, as in "v1a,… v1,…"',
    read: (header) =>
      entriesOf(
        header.replaceAll(/[\s,;|]+(?=(v\d+a?,)?)/g, (separator, kind?: string) =>
          kind === undefined ? separator : " ",
        ),
      ),
  },
  {
    fault: 'an entry does not say of which kind it is: it must begin with "v1a," or "v1,"',
    read: (header) =>
      entriesOf(header.replaceAll(/(^| )v\d+a?[=:]/g, (mark) => mark.replace(/[=:]/, ","))).map((entry) =>
        entry.kind === "" ? { ...entry, kind: entry.signature?.length === 32 ? "v1" : "v1a" } : entry,
      ),
  },
  {
    fault: "the names of the kinds must be written in lower case: v1a and v1",
    read: (header) => each(header, (entry) => ({ ...entry, kind: entry.kind.toLowerCase() })),
  },
];

function decoded(kind: string, text: string, form: RegExp, encoding: BufferEncoding): WrittenEntry {
  return { kind, text, ...(form.test(text) && { signature: Buffer.from(text, encoding) }) };
}
