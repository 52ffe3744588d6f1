import { createPublicKey, hash } from "node:crypto";
import { privateKeyFrom } from "../../contracts/signatures/index.ts";
import { type Citations, clauseOn } from "../../conformance/model/citations.ts";
import { vectors } from "../../conformance/receiver/vectors/index.ts";
import type { Materials } from "../../conformance/receiver/vectors/vector.ts";

/** Tolerance of the signature scheme for timestamps. */
const TOLERANCE_SECONDS = 300;

/** Fixed materials of the vectors in the file. */
const materials: Materials = {
  now: 1_750_000_000,
  id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
  body: Buffer.from('{"type":"entity.created","data":{"id":"ent_1","name":"Ada Lovelace"}}'),
  secret: secretFrom("vectors"),
  privateKey: privateKeyFrom("vectors"),
  otherSecret: secretFrom("vectors of another webhook"),
  otherPrivateKey: privateKeyFrom("vectors of another organization"),
};

/** Text of fixtures/webhooks/vectors.json, which its README describes. */
export function vectorFile(profile: Citations): string {
  const publicKey = createPublicKey(materials.privateKey).export({ type: "spki", format: "pem" }).toString();
  const written = vectors.map(({ name, family, about, topic, expected, receivers, remedy, make }) => {
    const { headers, body } = make(materials);
    return {
      name,
      family,
      about,
      section: clauseOn(profile, topic) ?? null,
      secret: materials.secret,
      publicKey,
      headers,
      body: Buffer.from(body).toString("base64"),
      now: materials.now,
      toleranceSeconds: TOLERANCE_SECONDS,
      expected: typeof expected === "string" ? { v1: expected, v1a: expected, both: expected } : expected,
      receivers: receivers ?? "must",
      remedy: typeof remedy === "string" ? remedy : remedy(profile),
    };
  });
  return `${JSON.stringify({ version: 1, vectors: written }, null, 2)}\n`;
}

function secretFrom(text: string): string {
  return `whsec_${hash("sha256", text, "buffer").subarray(0, 24).toString("base64")}`;
}
