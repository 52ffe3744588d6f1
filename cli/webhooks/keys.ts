import { type KeyObject, createPrivateKey } from "node:crypto";
import { ToolError, readBounded, omitUndefined } from "../../contracts/index.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { derivePrivateKey } from "../../mock/index.ts";
import type { Io } from "../command.ts";
import type { Options, Values } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import { oneOf } from "../arguments/readers.ts";

/** Options for the signing secret. */
export const secretOptions = {
  secret: {
    form: "SECRET",
    key: "secret",
    help: "the webhook's signing secret, as the receiver has it, for v1 (default: the variable CONCORD_WEBHOOK_SECRET)",
  },
  "secret-env": {
    form: "NAME",
    key: "secretEnv",
    default: "CONCORD_WEBHOOK_SECRET",
    help: "variable with the secret",
  },
} as const satisfies Options;

/** Options for the private key of an organization. */
export const privateKeyOptions = {
  "private-key": {
    form: "FILE",
    key: "privateKey",
    help: "the organization's private key, for v1a, in PEM",
  },
  organization: { form: "NAME", key: "organization", help: "use the key of concord mock for this organization" },
  seed: { form: "SEED", key: "seed", default: "concord", help: "seed of that mock" },
} as const satisfies Options;

const secretHint = "A signing secret is whsec_ followed by base64. The platform shows it when a webhook is created";

/**
 * Signing secret of the webhook, from an option or a variable.
 * @throws ToolError "unusable-key" if it is malformed. The message does not contain the secret.
 */
export function readSigningSecret(values: Values<typeof secretOptions>, { env }: Pick<Io, "env">): string | undefined {
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
export function privateKeyFrom(values: Values<typeof privateKeyOptions>): KeyObject | undefined {
  const { "private-key": file, organization, seed } = values;
  if (file === undefined) {
    if (organization === undefined) return undefined;
    return derivePrivateKey(seed, organization);
  }
  return parseEd25519Key(readKeyFile(file), file, createPrivateKey);
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
export function parseEd25519Key(pem: string, source: string, read: (pem: string) => KeyObject): KeyObject {
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
  return new ToolError(
    "unusable-key",
    `Cannot use the key of "${source}": ${reason}`,
    omitUndefined({
      cause,
      hint,
    }),
  );
}

/** Option for signatures. `help` says what they are for. */
export function policyOption(help: string) {
  return {
    policy: { form: "POLICY", key: "policy", read: oneOf("v1", "v1a", "both"), help },
  } as const satisfies Options;
}

/**
 * Keys for the signatures that --policy selects. Default: all given keys.
 * @throws ToolError "usage" if a required key is missing.
 */
export function selectKeys<Symmetric, Asymmetric>(
  command: string,
  policy: string | undefined,
  { v1, v1a }: { readonly v1: Symmetric | undefined; readonly v1a: Asymmetric | undefined },
): { readonly v1?: Symmetric; readonly v1a?: Asymmetric } {
  if ((policy === "v1" || policy === "both") && v1 === undefined)
    throw createUsageError(command, `--policy ${policy} needs the signing secret`);
  if ((policy === "v1a" || policy === "both") && v1a === undefined)
    throw createUsageError(command, `--policy ${policy} needs the organization's key`);
  return {
    ...(policy !== "v1a" && v1 !== undefined && { v1 }),
    ...(policy !== "v1" && v1a !== undefined && { v1a }),
  };
}
