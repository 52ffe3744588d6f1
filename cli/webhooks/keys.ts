import { type KeyObject, createPrivateKey } from "node:crypto";
import { ToolError, readBounded } from "../../contracts/index.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { privateKeyOf } from "../../mock/index.ts";
import type { Io } from "../command.ts";
import { usage } from "../arguments/parse.ts";

/** Options for the signing secret. */
export const secretOptions = {
  secret: { type: "string" },
  "secret-env": { type: "string", default: "CONCORD_WEBHOOK_SECRET" },
} as const;

/** Help of the options for verification keys. */
export const keyHelp = `\
  --secret SECRET       the webhook's signing secret, for v1 (default: the variable
                        CONCORD_WEBHOOK_SECRET)
  --secret-env NAME     variable with the secret
  --public-key PLACE    the organization's public key, for v1a: a file in PEM, or its URL at the
                        platform (with ?orgId=)
  --token TOKEN         API token for that URL (default: the variable CONCORD_TOKEN)
  --token-env NAME      variable with the token`;

/** Options for the private key of an organization. */
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

const secretHint = "A signing secret is whsec_ followed by base64. The platform shows it when a webhook is created";

/**
 * Signing secret of the webhook, from an option or a variable.
 * @throws ToolError "unusable-key" if it is malformed. The message does not contain the secret.
 */
export function secretOf(values: SecretValues, { env }: Pick<Io, "env">): string | undefined {
  const variable = env[values["secret-env"]];
  const secret = (values.secret ?? variable)?.trim();
  if (secret === undefined || secret === "") return undefined;
  const source = values.secret === undefined ? `the variable ${values["secret-env"]}` : "--secret";
  try {
    // The verification parses the secret and throws if it is malformed.
    verify({ headers: {}, body: new Uint8Array(), secret });
  } catch (cause) {
    const reason = secret.startsWith("whsec_") ? "it is malformed" : 'it does not begin with "whsec_"';
    throw new ToolError("unusable-key", `Cannot use the signing secret of ${source}: ${reason}`, {
      hint: secretHint,
      cause,
    });
  }
  return secret;
}

/**
 * Private key of the organization: from a PEM file, or the key of a mock with a seed.
 * @throws ToolError "unusable-key".
 */
export function privateKeyFrom(values: PrivateKeyValues): KeyObject | undefined {
  const { "private-key": file, organization, seed } = values;
  if (file === undefined) return organization === undefined ? undefined : privateKeyOf(seed, organization);
  return keyIn(readKeyFile(file), file, createPrivateKey);
}

/**
 * Reads a key file.
 * @throws ToolError "unusable-key" if it cannot be read.
 */
export function readKeyFile(file: string): string {
  try {
    return readBounded(file).toString();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw keyError(file, code === "ENOENT" ? "there is no such file" : message, error);
  }
}

/**
 * Parses an Ed25519 key in PEM.
 * @throws ToolError "unusable-key" for any other text.
 */
export function keyIn(pem: string, source: string, read: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read(pem);
  } catch (error) {
    throw keyError(source, "it contains no key in PEM", error);
  }
  if (key.asymmetricKeyType === "ed25519") return key;
  throw keyError(source, `it is of type "${key.asymmetricKeyType}", and v1a signatures are Ed25519`);
}

/** Error for an keyError key. */
export function keyError(source: string, reason: string, cause?: unknown, hint?: string): ToolError {
  return new ToolError("unusable-key", `Cannot use the key of "${source}": ${reason}`, {
    cause,
    ...(hint !== undefined && { hint }),
  });
}

/** Option for the required signatures. */
export const policyOption = { policy: { type: "string" } } as const;

/**
 * Keys for the signatures that --policy selects. Default: all given keys.
 * @throws ToolError "usage" if a required key is missing.
 */
export function selectKeys<Symmetric, Asymmetric>(
  command: string,
  policy: string | undefined,
  { v1, v1a }: { readonly v1: Symmetric | undefined; readonly v1a: Asymmetric | undefined },
): { readonly v1?: Symmetric; readonly v1a?: Asymmetric } {
  if (policy !== undefined && !/^(v1|v1a|both)$/.test(policy))
    throw usage(command, `--policy must be v1, v1a or both, not "${policy}"`);
  if ((policy === "v1" || policy === "both") && v1 === undefined)
    throw usage(command, `--policy ${policy} needs the signing secret`);
  if ((policy === "v1a" || policy === "both") && v1a === undefined)
    throw usage(command, `--policy ${policy} needs the organization's key`);
  return {
    ...(policy !== "v1a" && v1 !== undefined && { v1 }),
    ...(policy !== "v1" && v1a !== undefined && { v1a }),
  };
}
