import { type KeyObject, createPrivateKey, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { ToolError } from "../../contracts/index.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { privateKeyOf } from "../../mock/index.ts";
import type { Io } from "../command.ts";

/** Where a signing secret comes from. */
export const secretOptions = {
  secret: { type: "string" },
  "secret-env": { type: "string", default: "CONCORD_WEBHOOK_SECRET" },
} as const;

/** Where the private key of an organization comes from. */
export const privateKeyOptions = {
  "private-key": { type: "string" },
  organization: { type: "string" },
  seed: { type: "string", default: "concord" },
} as const;

interface SecretValues {
  readonly secret?: string | undefined;
  readonly "secret-env": string;
}

interface PrivateKeyValues {
  readonly "private-key"?: string | undefined;
  readonly organization?: string | undefined;
  readonly seed: string;
}

const takesSecret = "A signing secret is what the platform shows when a webhook is created: whsec_ and base64";

/**
 * The webhook's signing secret; nothing where none is given.
 * @throws ToolError "unusable-key" where it has not the form of one; the secret is not shown.
 */
export function secretOf(values: SecretValues, { env }: Pick<Io, "env">): string | undefined {
  const variable = env[values["secret-env"]];
  const secret = (values.secret ?? variable)?.trim();
  if (secret === undefined || secret === "") return undefined;
  const source = values.secret === undefined ? `the variable ${values["secret-env"]}` : "--secret";
  try {
    // Nothing else reads a secret: this one refuses what it could not verify with.
    verify({ headers: {}, body: new Uint8Array(), secret });
  } catch (cause) {
    const missing = /^whsec_/.test(secret) ? "" : ', since it does not begin with "whsec_"';
    throw new ToolError("unusable-key", `Cannot use the signing secret of ${source}${missing}`, {
      hint: takesSecret,
      cause,
    });
  }
  return secret;
}

/**
 * The organization's private key: of a file in PEM, or the one that the mock of a seed signs with.
 * @throws ToolError "unusable-key".
 */
export function privateKeyFrom(values: PrivateKeyValues): KeyObject | undefined {
  const { "private-key": file, organization, seed } = values;
  if (file === undefined) return organization === undefined ? undefined : privateKeyOf(seed, organization);
  return keyIn(readKeyFile(file), file, createPrivateKey);
}

/** @throws ToolError "unusable-key" where it is no Ed25519 key in PEM. */
export function publicKeyIn(pem: string, source: string): KeyObject {
  if (/^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/m.test(pem))
    throw unusable(source, "it is a private key, which no receiver should have");
  return keyIn(pem, source, createPublicKey);
}

/** @throws ToolError "unusable-key" where there is no such file. */
export function readKeyFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw unusable(file, code === "ENOENT" ? "there is no such file" : message, error);
  }
}

function keyIn(pem: string, source: string, read: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read(pem);
  } catch (error) {
    throw unusable(source, "it holds no key in PEM", error);
  }
  if (key.asymmetricKeyType === "ed25519") return key;
  throw unusable(source, `it is of type "${key.asymmetricKeyType}", and v1a signatures are Ed25519`);
}

/** An error about a key, and where it is from. */
export function unusable(source: string, reason: string, cause?: unknown): ToolError {
  return new ToolError("unusable-key", `Cannot use the key of "${source}": ${reason}`, { cause });
}
