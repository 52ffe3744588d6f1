import { type KeyObject, createPrivateKey } from "node:crypto";
import { ToolError, readBounded } from "../../contracts/index.ts";
import { verify } from "../../contracts/signatures/index.ts";
import { privateKeyOf } from "../../mock/index.ts";
import type { Io } from "../command.ts";
import { usage } from "../parse.ts";

/** Where a signing secret comes from. */
export const secretOptions = {
  secret: { type: "string" },
  "secret-env": { type: "string", default: "CONCORD_WEBHOOK_SECRET" },
} as const;

/** The lines of help for these, and for the secret. */
export const keyHelp = `\
  --secret SECRET       the webhook's signing secret, for v1 (default: the variable
                        CONCORD_WEBHOOK_SECRET)
  --secret-env NAME     take the secret from this variable
  --public-key PLACE    the organization's public key, for v1a: a file in PEM, or the URL where
                        the platform shows it (with ?orgId=)
  --token TOKEN         API token to ask the platform for it (default: the variable CONCORD_TOKEN)
  --token-env NAME      take the token from this variable`;

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
    const missing = secret.startsWith("whsec_") ? "" : ', since it does not begin with "whsec_"';
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

/** @throws ToolError "unusable-key" where there is no such file. */
export function readKeyFile(file: string): string {
  try {
    return readBounded(file).toString();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw unusable(file, code === "ENOENT" ? "there is no such file" : message, error);
  }
}

/** @throws ToolError "unusable-key" where it is no Ed25519 key in PEM. */
export function keyIn(pem: string, source: string, read: (pem: string) => KeyObject): KeyObject {
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
export function unusable(source: string, reason: string, cause?: unknown, hint?: string): ToolError {
  return new ToolError("unusable-key", `Cannot use the key of "${source}": ${reason}`, {
    cause,
    ...(hint !== undefined && { hint }),
  });
}

/** Which entries are meant. */
export const policyOption = { policy: { type: "string" } } as const;

/**
 * Of the keys that are given, those of the entries that are meant: all of them if nothing is said.
 * @throws ToolError "usage" where one is missing.
 */
export function chosen<Symmetric, Asymmetric>(
  command: string,
  policy: string | undefined,
  { v1, v1a }: { readonly v1: Symmetric | undefined; readonly v1a: Asymmetric | undefined },
): { readonly v1?: Symmetric; readonly v1a?: Asymmetric } {
  if (policy !== undefined && !/^(v1|v1a|both)$/.test(policy))
    throw usage(command, `--policy is v1, v1a or both, not "${policy}"`);
  if ((policy === "v1" || policy === "both") && v1 === undefined)
    throw usage(command, `--policy ${policy} needs the signing secret`);
  if ((policy === "v1a" || policy === "both") && v1a === undefined)
    throw usage(command, `--policy ${policy} needs the organization's key`);
  return {
    ...(policy !== "v1a" && v1 !== undefined && { v1 }),
    ...(policy !== "v1" && v1a !== undefined && { v1a }),
  };
}
