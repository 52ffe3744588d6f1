import { type Json, ToolError, isObject, readPlain } from "../../contracts/index.ts";
import { type Place, isSendableToken, unsendableReason } from "../../conformance/index.ts";
import type { Io } from "../command.ts";

const hint = "The file maps each API to its base URL, one line each: entity: https://entity.example.org";

/**
 * Reads the file of --base-urls: for each API its URL, or `url` and `token-env`, the variable with its token.
 * @throws ToolError "unusable-base-urls", or "unreadable-document" if it is neither YAML nor JSON.
 */
export async function readBaseUrls(file: string, { env }: Pick<Io, "env">): Promise<Readonly<Record<string, Place>>> {
  const root = await readPlain(file);
  if (!isObject(root) || Object.keys(root).length === 0) throw baseUrlsError(file, "it is not a map of APIs");
  return Object.fromEntries(Object.entries(root).map(([api, entry]) => [api, readBaseUrlEntry(api, entry)]));

  function readBaseUrlEntry(api: string, entry: Json): Place {
    const { url, "token-env": variable, ...others } = isObject(entry) ? entry : { url: entry };
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw baseUrlsError(file, `"${api}" has the unknown member "${unknown}", beside url and token-env`);
    if (typeof url !== "string" || !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      throw baseUrlsError(file, `the URL of "${api}" is missing or not http or https`);
    if (variable === undefined) return { url };
    const token = typeof variable === "string" ? env[variable]?.trim() : undefined;
    if (token === undefined || token === "")
      throw baseUrlsError(file, `the variable ${JSON.stringify(variable)} for the token of "${api}" is not set`);
    if (!isSendableToken(token))
      throw baseUrlsError(
        file,
        `the token of "${api}", in the variable ${JSON.stringify(variable)}, ${unsendableReason}`,
      );
    return { url, token, variable: variable as string };
  }
}

function baseUrlsError(file: string, reason: string): ToolError {
  return new ToolError("unusable-base-urls", `Cannot use the base URLs in "${file}": ${reason}`, {
    at: { file },
    hint,
  });
}
