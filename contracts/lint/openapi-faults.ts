import type { Json, JsonObject } from "../model/json.ts";
import { bundle } from "../openapi/bundling/bundle.ts";
import type { Contract, Location, Problem } from "../model/contract.ts";
import { locateSource } from "../parsing/origins.ts";
import { join, targetPointer, splitPointer, valueAt } from "../model/pointer.ts";
import { readSources } from "../openapi/bundling/read.ts";
import { isObject } from "../model/shapes.ts";
import { type NodeKind, rewriteTree } from "../schema/document-tree.ts";

type Locate = (pointer: string) => Location;

/** Ajv error, as the validator reports it. */
interface ValidatorError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/**
 * Errors of SwaggerParser.validate, one problem for each fault. The document is bundled, and its `$ref`s stay, so that
 * each component is validated once and in its own location. A dereferenced document with many references would be too
 * large. A `$ref` is replaced by its target only where OpenAPI does not allow one.
 */
export async function openApiFaults(file: string, root: string): Promise<Problem[]> {
  const sources = await readSources(file, { root });
  const { document, origins } = bundle(sources);
  const isConverted = Object.keys(sources.moved).length > 0;
  return faultsOfDocument({ document: isConverted ? withoutListStyles(document) : document, origins });
}

/** Errors of a document that exists in no file, because overlays changed it. */
export async function faultsOfDocument({
  document,
  origins,
}: Pick<Contract, "document" | "origins">): Promise<Problem[]> {
  const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
  const options = { resolve: { external: false }, dereference: { excludedPathMatcher: () => true } };
  try {
    await SwaggerParser.validate(inlineUnsupportedReferences(document) as never, options);
    return [];
  } catch (error) {
    const { details } = error as { details?: readonly ValidatorError[] };
    const locateFault = (pointer: string): Location => locateSource(origins, resolveReferences(document, pointer));
    if (details) return schemaFaults(details, locateFault);
    return [problemOfException(error as Error, document, locateFault)];
  }
}

/** Removes the styles by which OpenAPI 2.0 separates items. OpenAPI 3 has some of them for queries only. */
function withoutListStyles(document: JsonObject): JsonObject {
  return rewriteTree(document, "document", (node, kind) => {
    if (kind !== "parameter" && kind !== "header" && kind !== "encoding") return node;
    const { style: _, ...others } = node;
    return others;
  }) as JsonObject;
}

const withoutReferences: ReadonlySet<NodeKind> = new Set(["pathItem", "operation", "mediaType"]);

function inlineUnsupportedReferences(document: JsonObject): Json {
  return rewriteTree(document, "document", (node, kind) => {
    const reference = withoutReferences.has(kind) ? node["$ref"] : undefined;
    const target = typeof reference === "string" ? valueAt(document, targetPointer(reference)) : undefined;
    return isObject(target) ? target : node;
  });
}

/** Resolves a pointer that passes through `$ref`s. */
function resolveReferences(document: JsonObject, pointer: string): string {
  let locateFault = "";
  for (const token of splitPointer(pointer)) {
    const node = valueAt(document, locateFault);
    const reference = isObject(node) && !Object.hasOwn(node, token) ? node["$ref"] : undefined;
    locateFault = join(typeof reference === "string" ? targetPointer(reference) : locateFault, token);
  }
  return locateFault;
}

/** Problem for an error that ends the validation early. */
function problemOfException({ message }: Error, document: JsonObject, at: Locate): Problem {
  if (message.startsWith("API version number"))
    return problem('"version" must be text, not a number', at("/info/version"));
  if (message.startsWith("Unsupported OpenAPI version"))
    return problem(`the validator does not know version "${String(document["openapi"])}"`, at("/openapi"));
  if (document["paths"] === undefined) return problem('the document must have the property "paths"', at(""));
  return problem(message, at(""));
}

function schemaFaults(details: readonly ValidatorError[], at: Locate): Problem[] {
  const messages = Map.groupBy(withoutRepetitions(details), ({ instancePath, keyword, schemaPath, params }) => {
    const choice = /^.*\/oneOf(?=\/\d)/.exec(schemaPath)?.[0];
    if (choice === undefined) return JSON.stringify([instancePath, keyword, params]);
    return `${instancePath} ${choice}`;
  });
  const problems = new Map<string, Problem>();
  for (const faults of messages.values()) {
    const [first] = faults as [ValidatorError];
    const subject = splitPointer(first.instancePath).at(-1);
    const [own = "", ...others] = new Set(faults.map(describeExpected));
    const expected = [own, ...others.map((each) => (own.startsWith("be ") ? each.replace(/^be /, "") : each))].join(
      " or ",
    );
    const place = at(toFaultPointer(first));
    // A path item may be validated twice: in its location and as a component.
    const key = `${place.file}#${place.pointer} ${expected}`;
    if (problems.has(key)) continue;
    problems.set(key, problem(`${subject === undefined ? "the document" : `"${subject}"`} must ${expected}`, place));
  }
  return [...problems.values()];
}

/** Removes errors that repeat another one, and errors of union branches that the value does not select. */
function withoutRepetitions(details: readonly ValidatorError[]): readonly ValidatorError[] {
  const isEcho = ({ keyword, params }: ValidatorError): boolean =>
    ["if", "oneOf", "anyOf"].includes(keyword) || params["missingProperty"] === "$ref";
  const withoutEchoes = details.filter((fault) => !isEcho(fault));
  if (withoutEchoes.length === 0) return details;
  const unselected = new Set(withoutEchoes.filter(({ keyword }) => keyword === "enum").map(toBranchKey));
  const selectedUnions = new Set(
    withoutEchoes
      .map(toBranchKey)
      .flatMap((branch) => (branch && !unselected.has(branch) ? [unionOfBranch(branch)] : [])),
  );
  return withoutEchoes.filter((fault) => {
    const branch = toBranchKey(fault);
    if (branch === undefined || !unselected.has(branch)) return true;
    return !selectedUnions.has(unionOfBranch(branch)) && fault.keyword === "enum";
  });
}

/**
 * Key of the union branch that caused an error, together with the location of the value. An `enum` error is located one
 * level deeper.
 */
function toBranchKey({ schemaPath, instancePath, keyword }: ValidatorError): string | undefined {
  const branch = /^.*\/oneOf\/\d+/.exec(schemaPath)?.[0];
  const place = keyword === "enum" ? instancePath.slice(0, instancePath.lastIndexOf("/")) : instancePath;
  return branch && `${place} ${branch}`;
}

function unionOfBranch(branch: string): string {
  return branch.replace(/\/\d+$/, "");
}

function describeExpected({ keyword, params, message = "" }: ValidatorError): string {
  const extra = extraProperty(params);
  if (extra !== undefined) return `not have the property "${extra}"`;
  if (keyword === "required") return `have the property "${String(params["missingProperty"])}"`;
  if (keyword === "enum")
    return `be ${(params["allowedValues"] as string[]).map((value) => `"${value}"`).join(" or ")}`;
  if (keyword === "type") return `be ${[params["type"]].flat().join(" or ")}`;
  return message.replace(/^must /, "");
}

/** Pointer of the part at fault. An unexpected property has its own pointer. */
function toFaultPointer({ instancePath, params }: ValidatorError): string {
  const extra = extraProperty(params);
  if (extra === undefined) return instancePath;
  return join(instancePath, extra);
}

function extraProperty(params: ValidatorError["params"]): string | undefined {
  return (params["unevaluatedProperty"] ?? params["additionalProperty"]) as string | undefined;
}

function problem(message: string, at: Problem["at"]): Problem {
  return { code: "invalid-document", message: `Not valid OpenAPI: ${message}`, at };
}
