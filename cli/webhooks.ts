import type { Command, Entry } from "./command.ts";
import { createSubcommandError } from "./arguments/parse.ts";

const subcommands: readonly Entry[] = [
  {
    name: "listen",
    summary: "receive deliveries and verify each",
    load: () => import("./webhooks/listen.ts"),
  },
  {
    name: "send",
    summary: "send a signed delivery to an endpoint",
    load: () => import("./webhooks/send.ts"),
  },
  {
    name: "verify",
    summary: "verify a saved delivery, step by step",
    load: () => import("./webhooks/verify.ts"),
  },
  {
    name: "test-receiver",
    summary: "test a receiver with signed and forged deliveries",
    load: () => import("./webhooks/test-receiver.ts"),
  },
];

const width = Math.max(...subcommands.map(({ name }) => name.length));

const help = `Tools for receivers of webhooks.

Usage: concord webhooks COMMAND [options]

A delivery has up to two signatures: v1a with the private key of the organization, and v1 with the
signing secret of the webhook.

Commands:
${subcommands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n")}

Each command has its own --help.

Examples:
  concord webhooks listen --help
  concord webhooks verify fixtures/deliveries/created.http --public-key fixtures/deliveries/acme.pem

Exit codes: 0 no findings, 1 findings, 2 could not run.
`;

/** `concord webhooks`: tools for receivers of webhooks. */
export const command: Command = {
  help,
  subcommands,
  async run([name, ...rest], io) {
    const entry = subcommands.find((candidate) => candidate.name === name);
    if (!entry)
      throw createSubcommandError(
        "webhooks",
        subcommands.map((candidate) => candidate.name),
        name,
      );
    return (await entry.load()).command.run(rest, io);
  },
};
