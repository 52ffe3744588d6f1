import { type Json, ToolError, isObject, readPlain } from "../../contracts/index.ts";
import { type Place, isSendableToken, unsendableReason } from "../../conformance/index.ts";
import type { Io } from "../command.ts";

const hint = "It maps an API to the address of its host, a line each: entity: https://entity.example.org";

/**
 * The file of --base-urls: by API its address, or `url` and the `token-env` that its own token is in.
 * @throws ToolError "unusable-base-urls", or "unreadable-document" where it is neither YAML nor JSON.
 */
export async function readBaseUrls(file: string, { env }: Pick<Io, "env">): Promise<Readonly<Record<string, Place>>> {
  const root = await readPlain(file);
  if (!isObject(root) || Object.keys(root).length === 0) throw unusable(file, "it is no map of APIs");
  return Object.fromEntries(Object.entries(root).map(([api, said]) => [api, placeOf(api, said)]));

  function placeOf(api: string, said: Json): Place {
    const { url, "token-env": variable, ...others } = isObject(said) ? said : { url: said };
    const [stray] = Object.keys(others);
    if (stray !== undefined) throw unusable(file, `"${api}" has "${stray}", and takes url and token-env`);
    if (typeof url !== "string" || !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      throw unusable(file, `"${api}" has no http or https URL`);
    if (variable === undefined) return { url };
    const token = typeof variable === "string" ? env[variable]?.trim() : undefined;
    if (token === undefined || token === "")
      throw unusable(
        file,
        `the token of "${api}" is to be in the variable ${JSON.stringify(variable)}, which is not set`,
      );
    if (!isSendableToken(token))
      throw unusable(file, `the token of "${api}", in the variable ${JSON.stringify(variable)}, ${unsendableReason}`);
    return { url, token, variable: variable as string };
  }
}

function unusable(file: string, reason: string): ToolError {
  return new ToolError("unusable-base-urls", `Cannot use the base URLs in "${file}": ${reason}`, {
    at: { file },
    hint,
  });
}
