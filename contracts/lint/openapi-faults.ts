import type { Json, JsonObject } from "../model/json.ts";
import { bundle } from "../openapi/bundling/bundle.ts";
import type { Contract, Location, Problem } from "../model/contract.ts";
import { locateIn } from "../parsing/origins.ts";
import { join, targetPointer, tokensOf, valueAt } from "../model/pointer.ts";
import { readSources } from "../openapi/bundling/read.ts";
import { type Kind, isObject, rewriteTree } from "../model/shapes.ts";

type Locate = (pointer: string) => Location;

/** What an Ajv error holds, as the validator passes it on. */
interface Fault {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/**
 * What SwaggerParser.validate has to say of a document, as one problem per fault. The document is
 * validated in one piece and with its `$ref`s, so that each component is judged where it stands;
 * dereferenced, a document with many references grows beyond all bounds. Only where OpenAPI has no
 * `$ref` does what it leads to take its place.
 */
export async function openApiFaults(file: string, root: string): Promise<Problem[]> {
  return faultsOfDocument(bundle(await readSources(file, { root })));
}

/** The same of a document that is in no file, because overlays changed it. */
export async function faultsOfDocument({
  document,
  origins,
}: Pick<Contract, "document" | "origins">): Promise<Problem[]> {
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  const options = { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } };
  try {
    await SwaggerParser.validate(inPlace(document) as never, options);
    return [];
  } catch (error) {
    const { details } = error as { details?: readonly Fault[] };
    const at = (pointer: string): Location => locateIn(origins, throughReferences(document, pointer));
    return details ? schemaFaults(details, at) : [refusal(error as Error, document, at)];
  }
}

const withoutReferences: ReadonlySet<Kind> = new Set(["pathItem", "operation", "mediaType"]);

function inPlace(document: JsonObject): Json {
  return rewriteTree(document, "document", (node, kind) => {
    const reference = withoutReferences.has(kind) ? node["$ref"] : undefined;
    const target = typeof reference === "string" ? valueAt(document, targetPointer(reference)) : undefined;
    return isObject(target) ? target : node;
  });
}

/** The pointer of a part that a pointer leads to by way of `$ref`s. */
function throughReferences(document: JsonObject, pointer: string): string {
  let at = "";
  for (const token of tokensOf(pointer)) {
    const node = valueAt(document, at);
    const reference = isObject(node) && !Object.hasOwn(node, token) ? node["$ref"] : undefined;
    at = join(typeof reference === "string" ? targetPointer(reference) : at, token);
  }
  return at;
}

/** The validator stops at these before it looks at anything else. */
function refusal({ message }: Error, document: JsonObject, at: Locate): Problem {
  if (message.startsWith("API version number"))
    return problem('"version" must be text, not a number', at("/info/version"));
  if (message.startsWith("Unsupported OpenAPI version"))
    return problem(`the validator does not know version "${String(document["openapi"])}"`, at("/openapi"));
  if (document["paths"] === undefined) return problem('the document must have the property "paths"', at(""));
  return problem(message, at(""));
}

function schemaFaults(details: readonly Fault[], at: Locate): Problem[] {
  const messages = Map.groupBy(withoutEchoes(details), ({ instancePath, keyword, schemaPath, params }) => {
    const choice = /^.*\/oneOf(?=\/\d)/.exec(schemaPath)?.[0];
    return choice === undefined ? JSON.stringify([instancePath, keyword, params]) : `${instancePath} ${choice}`;
  });
  const problems = new Map<string, Problem>();
  for (const faults of messages.values()) {
    const [first] = faults as [Fault];
    const subject = tokensOf(first.instancePath).at(-1);
    const expected = [...new Set(faults.map(expectationOf))].join(" or ");
    const place = at(pointerOf(first));
    // A path item is judged in its place, and may be so once more as a component.
    const key = `${place.file}#${place.pointer} ${expected}`;
    if (problems.has(key)) continue;
    problems.set(key, problem(`${subject === undefined ? "the document" : `"${subject}"`} must ${expected}`, place));
  }
  return [...problems.values()];
}

/** Errors that only say again that another one is there, or that a branch which is not meant does not fit. */
function withoutEchoes(details: readonly Fault[]): readonly Fault[] {
  const isEcho = ({ keyword, params }: Fault): boolean =>
    ["if", "oneOf", "anyOf"].includes(keyword) || params["missingProperty"] === "$ref";
  const kept = details.filter((fault) => !isEcho(fault));
  if (kept.length === 0) return details;
  const unmeant = new Set(kept.filter(({ keyword }) => keyword === "enum").map(branchOf));
  const meant = new Set(
    kept.map(branchOf).flatMap((branch) => (branch && !unmeant.has(branch) ? [choiceOf(branch)] : [])),
  );
  return kept.filter((fault) => {
    const branch = branchOf(fault);
    if (branch === undefined || !unmeant.has(branch)) return true;
    return !meant.has(choiceOf(branch)) && fault.keyword === "enum";
  });
}

/** The branch of a union that an error comes from, at the place that is judged; a constant stands right below that. */
function branchOf({ schemaPath, instancePath, keyword }: Fault): string | undefined {
  const branch = /^.*\/oneOf\/\d+/.exec(schemaPath)?.[0];
  const place = keyword === "enum" ? instancePath.slice(0, instancePath.lastIndexOf("/")) : instancePath;
  return branch && `${place} ${branch}`;
}

function choiceOf(branch: string): string {
  return branch.replace(/\/\d+$/, "");
}

function expectationOf({ keyword, params, message = "" }: Fault): string {
  const extra = extraProperty(params);
  if (extra !== undefined) return `not have the property "${extra}"`;
  if (keyword === "required") return `have the property "${String(params["missingProperty"])}"`;
  if (keyword === "enum")
    return `be ${(params["allowedValues"] as string[]).map((value) => `"${value}"`).join(" or ")}`;
  if (keyword === "type") return `be ${[params["type"]].flat().join(" or ")}`;
  return message.replace(/^must /, "");
}

/** The part at fault: a property that should not be there is one by itself. */
function pointerOf({ instancePath, params }: Fault): string {
  const extra = extraProperty(params);
  return extra === undefined ? instancePath : join(instancePath, extra);
}

function extraProperty(params: Fault["params"]): string | undefined {
  return (params["unevaluatedProperty"] ?? params["additionalProperty"]) as string | undefined;
}

function problem(message: string, at: Problem["at"]): Problem {
  return { code: "invalid-document", message: `Not valid OpenAPI: ${message}`, at };
}
