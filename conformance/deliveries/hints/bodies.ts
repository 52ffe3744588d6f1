/** Body before a probable change on its way. */
export interface EarlierBody {
  /** Form of the body, for use after "It verifies". */
  readonly form: string;
  /** Cause of the change, and the remedy. */
  readonly cause: string;
  readonly bytes: Uint8Array;
}

/** Above this size, only the ends of a body are compared, to keep listening fast. */
const MAX_JSON_BYTES = 100_000;

const parsedBefore =
  "it was parsed and serialized again on its way. Verify the bytes as they were received, before they are parsed";
const otherLines = "its line ends were changed. Save and read it as bytes, not as text";
const otherText = "it was decoded as text of another encoding. Keep it as bytes";

/** Strings of JSON. The last quote is optional, so that a search never restarts within a string. */
const strings = /("(?:[^"\\]|\\.)*"?)/;

/** White space between tokens in the ways that programs write JSON. */
const spacings: readonly (readonly [form: string, write: (text: string) => string | undefined])[] = [
  ["", (text) => text],
  ["without the spaces between its tokens", minified],
  ["with a space after each comma and colon", (text) => outsideStrings(minified(text), /([,:])/g, "$1 ")],
  ...([2, 4, "\t"] as const).map(
    (indent) =>
      [
        `indented by ${indent === "\t" ? "tabs" : `${indent} spaces`}`,
        (text: string) => indented(text, indent),
      ] as const,
  ),
];

/** Alternative spellings within JSON strings. */
const escapes: readonly (readonly [form: string, write: (text: string) => string])[] = [
  ["", (text) => text],
  ["with letters beyond ASCII as \\u escapes", (text) => text.replaceAll(/[\u0080-\uffff]/g, escapeLetter)],
  [
    "with \\u escapes as letters",
    (text) => text.replaceAll(/\\u([89a-f]\w{3}|0[089a-f]\w\w|00[89a-f]\w)/gi, unescaped),
  ],
  ["with slashes escaped", (text) => text.replaceAll(/(?<!\\)\//g, "\\/")],
  ["without escapes of slashes", (text) => text.replaceAll("\\/", "/")],
];

/** Probable earlier forms of a body, likeliest first. */
export function* earlierBodies(body: Uint8Array): Generator<EarlierBody> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  for (const [form, cause, changed] of ends(bytes)) if (!changed.equals(bytes)) yield { form, cause, bytes: changed };
  if (bytes.length > MAX_JSON_BYTES) return;
  const text = bytes.toString();
  yield* otherEncodings(bytes, text);
  if (!isJson(text)) return;
  for (const [spacing, write] of spacings) {
    const spaced = write(text);
    for (const [escape, rewrite] of spaced === undefined ? [] : escapes) {
      const form = [spacing, escape].filter((part) => part !== "").join(" and ");
      const changed = Buffer.from(rewrite(spaced as string));
      if (form !== "" && !changed.equals(bytes)) yield { form, cause: parsedBefore, bytes: changed };
    }
  }
}

function ends(bytes: Buffer): readonly (readonly [form: string, cause: string, bytes: Buffer])[] {
  const text = bytes.toString("latin1");
  const toLatin1 = (changed: string) => Buffer.from(changed, "latin1");
  const added = "editors and programs that write lines add one. Save the exact bytes";
  const cutOffCause = "it was removed where the body was read or saved. Keep the exact bytes";
  return [
    ["without the newline at its end", added, toLatin1(text.replace(/\r?\n$/, ""))],
    ["with a newline at its end", cutOffCause, toLatin1(`${text}\n`)],
    ["with CRLF at its end", cutOffCause, toLatin1(`${text}\r\n`)],
    ["without the white space around it", added, toLatin1(text.trim())],
    ["with LF in place of CRLF", otherLines, toLatin1(text.replaceAll("\r\n", "\n"))],
    ["with CRLF in place of LF", otherLines, toLatin1(text.replaceAll(/\r?\n/g, "\r\n"))],
    ["without the byte order mark at its beginning", otherText, toLatin1(text.replace(/^\u00ef\u00bb\u00bf/, ""))],
  ];
}

function* otherEncodings(bytes: Buffer, text: string): Generator<EarlierBody> {
  const decoded = Buffer.from(text, "base64");
  if (text.length > 0 && decoded.toString("base64") === text)
    yield {
      form: "decoded from base64",
      cause: "a gateway forwarded it in base64. Decode it first",
      bytes: decoded,
    };
  const [once, twice] = [Buffer.from(text, "latin1"), Buffer.from(bytes.toString("latin1"))];
  if (!once.equals(bytes)) yield { form: "read as UTF-8 once and not twice", cause: otherText, bytes: once };
  if (!twice.equals(bytes)) yield { form: "as UTF-8 in place of Latin-1", cause: otherText, bytes: twice };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function minified(text: string): string {
  return outsideStrings(text, /\s+/g, "");
}

/** Works on tokens, because a parser would not keep numbers such as 1.0. */
function outsideStrings(text: string, pattern: RegExp, replacement: string): string {
  return text
    .split(strings)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(pattern, replacement)))
    .join("");
}

function indented(text: string, indent: string | number): string {
  return JSON.stringify(JSON.parse(text), undefined, indent);
}

function escapeLetter(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function unescaped(_: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}
