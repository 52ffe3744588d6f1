import type { Command, Entry } from "./command.ts";
import { usage } from "./parse.ts";

const subcommands: readonly Entry[] = [
  {
    name: "listen",
    summary: "receive deliveries, verify each and print what holds",
    load: () => import("./webhooks/listen.ts"),
  },
  {
    name: "send",
    summary: "send a signed delivery to an endpoint",
    load: () => import("./webhooks/send.ts"),
  },
  {
    name: "verify",
    summary: "verify a delivery that was saved, and say step by step what holds",
    load: () => import("./webhooks/verify.ts"),
  },
  {
    name: "test-receiver",
    summary: "send signed and forged deliveries to a receiver, and judge what it answers",
    load: () => import("./webhooks/test-receiver.ts"),
  },
];

const width = Math.max(...subcommands.map(({ name }) => name.length));

const help = `Usage: concord webhooks COMMAND [options]

Tools for receivers of webhooks: deliveries are signed with the organization's key (v1a) and with
the webhook's own secret (v1).

Commands:
${subcommands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}

Each has a --help of its own. Exit codes: 0 fine, 1 findings, 2 could not run.

Examples:
  concord webhooks listen --help
  concord webhooks verify fixtures/deliveries/created.http --public-key fixtures/deliveries/acme.pem
`;

/** `concord webhooks`: deliveries, seen from the receiver's side. */
export const command: Command = {
  help,
  subcommands,
  async run([name, ...rest], io) {
    const entry = subcommands.find((candidate) => candidate.name === name);
    if (!entry)
      throw usage(
        "webhooks",
        `"${name ?? ""}" is none of ${subcommands.map((candidate) => candidate.name).join(", ")}`,
      );
    return (await entry.load()).command.run(rest, io);
  },
};
