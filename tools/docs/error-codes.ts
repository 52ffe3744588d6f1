import { sourcesIn } from "../../test/support/imports.ts";
import { type Page, code, page, table } from "./markdown.ts";

/** Meaning of each code of a `ToolError`. */
export const errorMeanings: Readonly<Record<string, string>> = {
  "another-organization": "The token acts in another organization than the one that was named.",
  "cannot-listen": "The port cannot be used, for example because another program has it.",
  "document-too-deep": "A document nests deeper than the limit.",
  interrupted: "Ctrl-C ended the command before it had a result.",
  "invalid-config": "A configuration cannot be read, or has a member or value that is not known.",
  "invalid-entry": "An entry of the changelog cannot be read, or has a member or value that is not known.",
  "invalid-fixtures": "Fixtures cannot be read, or do not describe a state of an organization.",
  "invalid-overlay": "A file is not an OpenAPI Overlay, or a target in it is not JSONPath.",
  "invalid-target": "The target is not an http or https URL.",
  "missing-package": "An optional package, or a part of Node, is needed and not installed.",
  "no-contracts": "A folder or a glob contains no OpenAPI document.",
  "not-openapi-3": "A document is not OpenAPI 2.0, 3.0 or 3.1, or is 2.0 and cannot be converted.",
  "nothing-judged": "No valid request of a suite of tests succeeded on any operation.",
  "nothing-to-try": "The options leave no operation, trial or interaction.",
  "overlay-too-large": "The actions of an overlay take more steps than the limit.",
  "overlay-unmatched": "The document that an overlay extends was not loaded.",
  "refused-everywhere": "The target refused the token everywhere, so that nothing could be judged.",
  "state-in-use": "Another process keeps its state in the file.",
  "too-few-tested": "A valid request succeeded on a smaller share of the operations than `minTested` requires.",
  "unknown-api": "There is no contract of that name.",
  "unknown-check": "There is no check or property of that name.",
  "unknown-finding": "The report has no finding of that id.",
  "unknown-fixtures": "There are no fixtures of that name, and no such file.",
  "unknown-host": "The base URL of an API is not known.",
  "unknown-id": "No rule, check or property has that id.",
  "unknown-operation": "The contract has no operation of that name.",
  "unknown-paths":
    "The target has none of the paths of the contracts, or refuses all of them and no contracts were named.",
  "unknown-phase": "A run has no phase of that name.",
  "unknown-property": "There is no property of that name.",
  "unmergeable-reports": "The reports are not of the shards of one run, or one is missing or doubled.",
  "unnamed-origin": "A secret would go to an origin that a document, a report or a server names, and the user did not.",
  "unnamed-organization": "A run would write to the platform on a live deployment, and `--organization` is not given.",
  "unreachable-target": "Nothing answers at the target.",
  "unreadable-changelog": "The changelog cannot be read.",
  "unreadable-delivery": "A file contains no saved delivery.",
  "unreadable-document": "A file is missing, or is neither YAML nor JSON.",
  "unreadable-ledger": "The ledger cannot be read, or has a member or value that is not known.",
  "unreadable-pact": "A file is not a pact, or a folder contains none.",
  "unreadable-policy": "The file of `--policy` cannot be read, or answers a question that does not exist.",
  "unreadable-baseline": "A baseline cannot be read, or an entry lacks a member or has a value that is not known.",
  "unreadable-report": "A file is not a JSON report of `concord conform`.",
  "newer-state": "A newer version of Concord has updated the tables of the state in PostgreSQL.",
  "unreachable-state": "The PostgreSQL database of the state cannot be reached or used.",
  "unreadable-state": "A file of state is not SQLite, is damaged, belongs to another program or to a newer version.",
  "unreadable-waivers":
    "A file of waivers cannot be read, or a waiver lacks a member or has a value that is not known.",
  "unrunnable-command": "The command that runs a consumer's tests cannot be started.",
  "unsupported-version": "A document is of a version of OpenAPI that cannot be compared.",
  "unusable-base-urls": "The file of `--base-urls` maps no APIs to URLs, or the variable of a token is not set.",
  "unusable-certificate": "A certificate or its key cannot be read, or they do not belong together.",
  "unusable-key": "A signing secret, a public key or a private key is missing, cannot be read, or is of another kind.",
  "unusable-probe": "The probe of a receiver does not answer with a number.",
  "unusable-repository": "There is no git repository, no git, or no tag that matches and can be used.",
  "token-unavailable": "The command of --token-command, or a token endpoint, gave no token.",
  "unusable-token": "A token cannot be sent in a header, or a second token equals the first.",
  "unwritable-output": "A report cannot be written to its file.",
  "unwritable-state": "A file of state cannot be created or written.",
  usage: "A command has an unknown option, or lacks a required one.",
};

/** Codes that the sources use. */
export function errorCodesInUse(): readonly string[] {
  const rooms = ["contracts", "mock", "conformance", "compat", "profiles", "formats", "api", "cli"];
  const codes = [...sourcesIn(rooms).values()].flatMap((text) =>
    [...text.matchAll(/new ToolError\(\s*"([a-z0-9-]+)"/g)].map((match) => match[1] as string),
  );
  return [...new Set(codes)].toSorted();
}

export function errorCodesPage(): Page {
  return page("reference/error-codes.md", "Error codes", [
    "An error that stops a command has a code. A program finds it as `code` of a `ToolError`, and the command line prints it: `error unknown-api: Cannot find …`. A code never changes its meaning.",
    table(
      ["code", "meaning"],
      errorCodesInUse().map((id) => [code(id), errorMeanings[id] ?? ""]),
    ),
  ]);
}
