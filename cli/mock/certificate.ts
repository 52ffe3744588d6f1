import { isIP } from "node:net";
import { ToolError, readBounded } from "../../contracts/index.ts";
import type { Tls } from "../../mock/index.ts";
import type { Values } from "../arguments/options.ts";
import { createUsageError } from "../arguments/parse.ts";
import type { options } from "./options.ts";

/** Local names and addresses. Each API has a name below localhost. */
const LOCAL = ["localhost", "*.localhost", "127.0.0.1", "::1"];

type TlsValues = Pick<Values<typeof options>, "tls" | "tls-cert" | "tls-key">;

/** Certificate by the options. Undefined for HTTP. */
export async function loadCertificate(values: TlsValues, host: string): Promise<Tls | undefined> {
  const { tls, "tls-cert": cert, "tls-key": key } = values;
  if ((cert === undefined) !== (key === undefined))
    throw createUsageError("mock", "--tls-cert and --tls-key must be given together");
  if (cert !== undefined && key !== undefined) return { cert: readPemFile(cert), key: readPemFile(key) };
  return tls ? selfSigned(host) : undefined;
}

/** Self-signed certificate for this machine and for the host that the mock listens on. */
export async function selfSigned(host: string): Promise<Tls> {
  const { generate } = await import("selfsigned");
  const names = [...new Set([...LOCAL, host])].filter((name) => name !== "0.0.0.0" && name !== "::");
  const generated = await generate([{ name: "commonName", value: "Concord mock" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      // Clients can trust it as an authority: curl --cacert, NODE_EXTRA_CA_CERTS.
      { name: "basicConstraints", cA: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: names.map((name) => (isIP(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { cert: generated.cert, key: generated.private };
}

function readPemFile(file: string): string {
  try {
    return readBounded(file).toString();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ToolError(
      "unusable-certificate",
      `Cannot read "${file}": ${code === "ENOENT" ? "there is no such file" : message}`,
      { at: { file }, hint: "Give a certificate and its private key, both in PEM", cause: error },
    );
  }
}
