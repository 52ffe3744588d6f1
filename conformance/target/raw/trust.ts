import { getCACertificates } from "node:tls";

/** Whose certificates are trusted, as node:tls takes it; nothing for what Node trusts by itself. */
export interface Trust {
  readonly ca?: string[];
  readonly rejectUnauthorized?: false;
}

/** Certificates of authorities that are trusted beside those that Node knows; or any certificate at all. */
export function trustOf({ ca, isInsecure }: { readonly ca?: string | undefined; readonly isInsecure: boolean }): Trust {
  return {
    ...(ca !== undefined && { ca: [...getCACertificates(), ca] }),
    ...(isInsecure && { rejectUnauthorized: false }),
  };
}

/** Said where a certificate is not trusted. */
export const untrustedHint =
  "Name the authority that signed its certificate: --ca FILE, or NODE_EXTRA_CA_CERTS=FILE in the environment; or trust any certificate with --insecure";
