import { createHmac, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  now,
  publicKey,
  secret,
  signedDelivery,
  timestamp,
  withHeaders,
} from "../../../test/support/deliveries/signed.ts";
import type { SavedDelivery } from "../delivery.ts";
import { diagnose } from "../diagnose.ts";
import { earlierBodies } from "./bodies.ts";

const options = { secret, publicKey, now, toleranceSeconds: 300 };
const event = '{"name":"entity.created","note":"a/b ü","n":1.0,"organization":"acme"}';

function hints(delivery: SavedDelivery, changed: object = {}): readonly string[] {
  return diagnose(delivery, { ...options, ...changed }).hints;
}

function received(sent: string | Uint8Array, got: string | Uint8Array): SavedDelivery {
  return { ...signedDelivery(sent), body: Buffer.from(got as string) };
}

/** A delivery whose v1 entry signs the given content. */
function madeOver(content: string, key: string | Buffer = Buffer.alloc(24, 7)): SavedDelivery {
  const entry = createHmac("sha256", key).update(content).digest("base64");
  return withHeaders(signedDelivery(event), { "webhook-signature": () => `v1,${entry}` });
}

const onlySecret = { publicKey: undefined };
const header = (change: (value: string) => string): SavedDelivery =>
  withHeaders(signedDelivery(event), { "webhook-signature": change });

describe("listHints()", () => {
  it.each<[string, SavedDelivery, string]>([
    ["a newline more", received(event, `${event}\n`), "verifies without the newline at its end"],
    ["a newline less", received(`${event}\n`, event), "verifies with a newline at its end"],
    ["LF in place of CRLF", received("{\r\n}", "{\n}"), "verifies with CRLF in place of LF"],
    ["CRLF in place of LF", received("{\n}\n", "{\r\n}\r\n"), "verifies with LF in place of CRLF"],
    ["a byte order mark", received(event, `\ufeff${event}`), "without the byte order mark"],
    ["spaces around it", received(event, ` ${event}  `), "verifies without the white space around it"],
    ["nothing that is known", received(event, "{}"), "No entry verifies"],
    ["JSON indented since", received('{"a":1.0,"b":[2]}', '{\n  "a": 1.0,\n  "b": [2]\n}'), "without the spaces"],
    ["JSON minified since", received('{\n  "a": 1\n}', '{"a":1}'), "verifies indented by 2 spaces"],
    [
      "JSON as Python writes it",
      received('{"a": "b, c", "d": [1, 2]}', '{"a":"b, c","d":[1,2]}'),
      "a space after each",
    ],
    ["letters escaped before", received('{"a":"\\u00fc"}', '{"a":"ü"}'), "letters beyond ASCII as \\u escapes"],
    ["letters escaped since", received('{"a":"ü"}', '{"a":"\\u00fc"}'), "with \\u escapes as letters"],
    ["both", received('{"a": "\\u00fc"}', '{"a":"ü"}'), "a space after each comma and colon and with letters"],
    ["slashes escaped before", received('{"a":"b\\/c"}', '{"a":"b/c"}'), "with slashes escaped"],
    ["Latin-1 read as UTF-8 twice", received("ü", Buffer.from(Buffer.from("ü").toString("latin1"))), "UTF-8 once"],
    ["base64", received(event, Buffer.from(event).toString("base64")), "verifies decoded from base64"],
    [
      "entries swapped",
      header((text) => text.replace("v1a,", "X,").replace("v1,", "v1a,").replace("X,", "v1,")),
      "swapped",
    ],
    ["base64url", header((text) => text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")), "base64url"],
    ["commas between entries", header((text) => text.replace(" ", ",")), "separated by something else"],
    ["an equals sign", header((text) => text.replaceAll(/(v1a?),/g, "$1=")), "does not say of which kind"],
    ["capitals", header((text) => text.replaceAll("v1", "V1")), "in lower case"],
    ["milliseconds", withHeaders(signedDelivery(event), { "webhook-timestamp": () => `${now}` }), "is in milliseconds"],
    ["a date", withHeaders(signedDelivery(event), { "webhook-timestamp": () => "2025-06-15T15:06:40Z" }), "is a date"],
    ["other names", { ...signedDelivery(event), headers: [["svix-id", "msg_1"]] }, "The header svix-id is present"],
  ])("recognises %s", (_, delivery, hint) => {
    expect(hints(delivery).join("\n")).toContain(hint);
  });

  it.each<[string, SavedDelivery, string]>([
    ["hexadecimal", madeHex(), "in hexadecimal"],
    ["the body alone", madeOver(event), "over the body alone"],
    ["timestamp and body", madeOver(`${timestamp}.${event}`), "over timestamp and body alone"],
    ["no body", madeOver(`msg_1.${timestamp}.`), "over id, timestamp and no body"],
    ["the secret's letters", madeOver(`msg_1.${timestamp}.${event}`, secret), "the text of the secret"],
    ["them without prefix", madeOver(`msg_1.${timestamp}.${event}`, secret.slice(6)), "the text after whsec_"],
  ])("recognises a v1 entry of %s", (_, delivery, hint) => {
    expect(hints(delivery, onlySecret).join("\n")).toContain(hint);
  });

  it("distinguishes a wrong key from a changed body by the entry that verifies", () => {
    const other = generateKeyPairSync("ed25519").publicKey;
    const otherSecret = `whsec_${Buffer.alloc(24, 8).toString("base64")}`;

    expect(hints(signedDelivery(event), { publicKey: other })).toEqual([
      expect.stringContaining("the public key is not the right one"),
      'The body says that it comes from the organization "acme": is this its public key?',
    ]);
    expect(hints(signedDelivery(event), { publicKey: other, keyOrganization: "globex" })[1]).toBe(
      'The body says that it comes from the organization "acme", and the public key is that of "globex"',
    );
    expect(hints(signedDelivery(event), { secret: otherSecret })).toEqual([
      expect.stringContaining("the secret is not the right one"),
    ]);
    expect(hints(signedDelivery(event), { secret: otherSecret, publicKey: undefined })).toEqual([
      expect.stringContaining("give the public key as well"),
    ]);
  });

  it("states the difference between the clocks as text", () => {
    expect(hints(signedDelivery(event), { now: now + 3_700_000 })[0]).toMatch(/^It was signed 1 h 1 min before\./);
    expect(hints(signedDelivery(event), { now: now - 301_000 })[0]).toMatch(/^It is signed 5 min 1 s ahead/);
  });

  it("finds no mistake in a forged signature made without a key", () => {
    const law = fc.property(fc.json(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (text, bytes) => {
      const forged = header(() => `v1,${Buffer.from(bytes).toString("base64")}`);
      expect(hints({ ...forged, body: Buffer.from(text) }, onlySecret)).toEqual([
        expect.stringContaining("Either the body was changed, or the key belongs to somebody else"),
      ]);
    });
    fc.assert(law, { numRuns: 30 });
  });

  it("never shows a secret", () => {
    expect(hints(received(event, "{}"), { publicKey: undefined }).join()).not.toContain(secret);
  });
});

describe("earlierBodies()", () => {
  it("never returns the body itself", () => {
    const law = fc.property(fc.oneof(fc.uint8Array(), fc.json().map(Buffer.from)), (body) => {
      for (const { bytes } of earlierBodies(body as Uint8Array)) expect(Buffer.from(body)).not.toEqual(bytes);
    });
    fc.assert(law);
  });

  it("changes only the end of a large body", () => {
    const large = Buffer.from(JSON.stringify({ text: "a/b".repeat(50_000) }));

    expect([...earlierBodies(large)].every(({ form }) => form.includes("end"))).toBe(true);
  });
});

function madeHex(): SavedDelivery {
  return header((text) => `v1,${Buffer.from(text.split("v1,")[1] ?? "", "base64").toString("hex")}`);
}
