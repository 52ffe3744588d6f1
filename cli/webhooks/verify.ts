import { readFileSync } from "node:fs";
import { ToolError } from "../../contracts/index.ts";
import { reasons, verify } from "../../contracts/signatures/index.ts";
import { readHttp } from "../../conformance/index.ts";
import type { Command } from "../command.ts";
import { parse } from "../parse.ts";
import { publicKeyIn, readKeyFile, secretOf, secretOptions } from "./keys.ts";

const help = `Usage: concord webhooks verify FILE [options]

Verifies a delivery that was saved as an HTTP request: headers, an empty line, the body.

Options:
  --secret SECRET       the webhook's signing secret (default: the variable CONCORD_WEBHOOK_SECRET)
  --secret-env NAME     take it from this variable
  --public-key FILE     the organization's public key, in PEM
  --help                show this text
`;

/** `concord webhooks verify`: a saved delivery. */
export const command: Command = {
  help,
  async run(argv, io) {
    const { values, positionals } = parse(
      "webhooks verify",
      argv,
      { ...secretOptions, "public-key": { type: "string" } },
      { positionals: [1, 1] },
    );
    const [file = ""] = positionals;
    const secret = secretOf(values, io);
    const publicKey = values["public-key"];
    const delivery = readHttp(readFileSync(file));
    if (typeof delivery === "string")
      throw new ToolError("unreadable-delivery", `Cannot read a delivery from "${file}": ${delivery}`);
    const verified = verify({
      headers: delivery.headers,
      body: delivery.body,
      ...(secret !== undefined && { secret }),
      ...(publicKey !== undefined && { publicKey: publicKeyIn(readKeyFile(publicKey), publicKey) }),
    });
    io.out(`${verified.ok ? "ok" : `${verified.reason}: ${reasons[verified.reason]}`}\n`);
    return verified.ok ? 0 : 1;
  },
};
