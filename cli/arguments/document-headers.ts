import { ToolError } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import type { Options } from "./options.ts";
import { secretValue } from "./secret-value.ts";

/** Option for headers of requests for documents. */
export const documentHeaderOption = {
  "document-header": {
    form: "'NAME: VALUE'",
    multiple: true,
    help: "a header for documents that are URLs. In place of a secret, VALUE can be env:VARIABLE or file:PATH",
  },
} as const satisfies Options;

/**
 * Headers that the option gives, each as "NAME: VALUE".
 * @throws ToolError "usage" for one that cannot be sent.
 */
export function readDocumentHeaders(
  texts: readonly string[] | undefined,
  io: Pick<Io, "env">,
): Readonly<Record<string, string>> | undefined {
  if (texts === undefined) return undefined;
  // Loaded here, because it takes longer than most commands need to parse their arguments.
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", rest = ""] = /^([^:\s]+)\s*:(.*)$/s.exec(text) ?? [];
      try {
        // The command is not known here.
        const { value } = secretValue("", "--document-header", rest, io);
        validateHeaderName(name);
        validateHeaderValue(name, value);
        return [name.toLowerCase(), value];
      } catch (error) {
        if (error instanceof ToolError) throw error;
        throw new ToolError("usage", "--document-header must be 'NAME: VALUE', in characters that can be sent");
      }
    }),
  );
}
