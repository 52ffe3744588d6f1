import { createHmac, createPublicKey, createSecretKey, timingSafeEqual, verify as verifyWith } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { privateKeyFrom, sign, verify } from "../../contracts/signatures/index.ts";
import type { VerifierName } from "./turn.ts";

const BODY_BYTES = 2048;

const privateKey = privateKeyFrom("bench");
const publicKey = createPublicKey(privateKey);
const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
const secretBytes = Buffer.alloc(24, 7);
const secretKey = createSecretKey(secretBytes);
const secret = `whsec_${secretBytes.toString("base64")}`;
const library = new Webhook(secret);

/** Verifiers of a delivery that is signed now. Each returns true for a valid signature. */
export function verifiersNow(): Readonly<Record<VerifierName, () => boolean>> {
  const message = { id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W", timestamp: Math.floor(Date.now() / 1000) };
  const frame = '{"note":""}';
  const body = Buffer.from(frame.replace('""', `"${"a".repeat(BODY_BYTES - frame.length)}"`));
  const received = headersAround(sign({ ...message, body, secret, privateKey }));
  const ofSecret = headersAround(sign({ ...message, body, secret }));

  // Minimal work of every verification: the signed content as one buffer, and the bytes of both signatures.
  const content = Buffer.concat([Buffer.from(`${message.id}.${message.timestamp}.`), body]);
  const [asymmetric = Buffer.alloc(0), symmetric = Buffer.alloc(0)] = received["webhook-signature"]
    .split(" ")
    .map((entry) => Buffer.from(entry.slice(entry.indexOf(",") + 1), "base64"));
  const isSignatureValid = (): boolean => verifyWith(null, content, publicKey, asymmetric);
  const isMacValid = (): boolean =>
    timingSafeEqual(createHmac("sha256", secretKey).update(content).digest(), symmetric);

  return {
    "both, node:crypto": () => isSignatureValid() && isMacValid(),
    "both, Concord": () => verify({ headers: received, body, secret, publicKey }).ok,
    "both, Concord with PEM": () => verify({ headers: received, body, secret, publicKey: pem }).ok,
    "v1, node:crypto": isMacValid,
    "v1, Concord": () => verify({ headers: ofSecret, body, secret }).ok,
    "v1, standardwebhooks"() {
      library.verify(body, ofSecret, { jsonParse: false });
      return true;
    },
  };
}

/** Adds the other headers of a typical request, as node:http provides them. */
function headersAround<Signed extends object>(signed: Signed) {
  return {
    host: "receiver.example.com",
    "user-agent": "concord",
    "content-type": "application/json",
    "content-length": String(BODY_BYTES),
    accept: "*/*",
    ...signed,
    connection: "keep-alive",
  };
}
