import { getCACertificates } from "node:tls";

/** TLS options for trusted certificates. Empty for the defaults of Node. */
export interface Trust {
  readonly ca?: string[];
  readonly rejectUnauthorized?: false;
}

/** TLS options that trust one more certificate authority, or any certificate if `isInsecure`. */
export function createTrust({
  ca,
  isInsecure,
}: {
  readonly ca?: string | undefined;
  readonly isInsecure: boolean;
}): Trust {
  return {
    ...(ca !== undefined && { ca: [...getCACertificates(), ca] }),
    ...(isInsecure && { rejectUnauthorized: false }),
  };
}

/** Hint for a rejected certificate. */
export const untrustedHint =
  "Name the authority that signed its certificate: --ca FILE, or NODE_EXTRA_CA_CERTS=FILE in the environment; or trust any certificate with --insecure";
