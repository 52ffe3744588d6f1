import type { Json, JsonObject } from "../model/json.ts";
import type { Contract, Location, Problem } from "../model/contract.ts";
import { definedNames, isUnreadMember } from "./member-names.ts";
import { nearestHint } from "../text/nearest.ts";
import { locateSource } from "../parsing/origins.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { splitReference } from "../sources/reference.ts";
import { isObject } from "../model/shapes.ts";
import { type NodeKind, listChildNodes, visitTree } from "../schema/document-tree.ts";
import { readUnresolvedRef } from "./unresolved.ts";

/** Part of a document that affects requests or responses and could not be read. */
export interface UnreadPart {
  readonly code: string;
  readonly message: string;
  readonly at: Location;
  /** Unread value, if nothing else describes the part. Equal values in two documents have the same meaning. */
  readonly value?: Json;
  /** Reference that cannot be resolved or followed. */
  readonly reference?: string;
}

function collectAnchors(document: JsonObject): ReadonlySet<string> {
  const dynamicAnchors = new Set<string>();
  visitTree(document, "document", ({ $dynamicAnchor }, kind) => {
    if (kind === "schema" && typeof $dynamicAnchor === "string") dynamicAnchors.add($dynamicAnchor);
  });
  return dynamicAnchors;
}

/** Codes of load problems that drop a part of the document. Other problems only add a comment. */
const lossCodes: ReadonlySet<string> = new Set([
  "invalid-keyword",
  "misformed-member",
  "repeated-key",
  "unknown-security-scheme",
  "unknown-version",
]);

/** Codes of load problems that `findUnreadParts()` finds again if the part is used. */
const recheckedCodes: ReadonlySet<string> = new Set(["unresolved-ref", "invalid-path", "invalid-parameter"]);

/** Returns true if a load problem dropped a part of the document. */
function isLoss({ code, isLost }: Problem): boolean {
  return isLost === true || lossCodes.has(code);
}

/** Returns the load problems because of which a part of the document is in none of its results. */
export function selectLosses({ problems }: Contract): readonly Problem[] {
  return problems.filter((problem) => isLoss(problem) || problem.code === "unresolved-ref");
}

/** Returns the load problems that dropped nothing: they say how an ambiguous part was read. */
export function readingNotes({ problems }: Contract): readonly Problem[] {
  return problems.filter((problem) => !isLoss(problem) && !recheckedCodes.has(problem.code));
}

/** Schema dialects that are read as JSON Schema 2020-12. */
const knownDialects =
  /^https:\/\/spec\.openapis\.org\/oas\/3\.1\/(dialect|schema)\/|^https?:\/\/json-schema\.org\/(draft\/(2020-12|2019-09)|draft-0[4-7])\/schema#?$/;

const parameterLocations: ReadonlySet<Json | undefined> = new Set(["path", "query", "header", "cookie"]);

/**
 * Returns what could not be read in the parts that operations and webhooks use: unresolved references, and unknown
 * keywords, members and dialects. The messages are part of the ids of changelog entries, so they must not change.
 */
export function findUnreadParts({ kind: language, document, origins, problems }: Contract): readonly UnreadPart[] {
  const unreadParts: UnreadPart[] = problems.filter(isLoss);
  if (language === "graphql") return unreadParts;
  const reasonsByMessageStart = new Map(
    problems.filter(({ code }) => code === "unresolved-ref").map(({ message }) => [messageStart(message), message]),
  );
  const visitedPointers = new Set<string>();
  let dynamicAnchors: ReadonlySet<string> | undefined;
  const pending: { readonly node: JsonObject; readonly kind: NodeKind; readonly pointer: string }[] = [];
  checkDialect(document, "", "jsonSchemaDialect");
  checkMembers(document, "document", "");
  for (const [name, item] of Object.entries(isObject(document["paths"]) ? document["paths"] : {}))
    if (!name.startsWith("/") && !name.startsWith("x-"))
      reportUnread("invalid-path", join("/paths", name), `"${name}" is not a path: it must begin with "/"`, {
        value: item,
      });
  for (const child of listChildNodes(document, "document", "")) if (child.kind === "pathItem") pending.push(child);
  for (let next = pending.pop(); next; next = pending.pop()) visitNode(next);
  return unreadParts;

  function visitNode({ node, kind, pointer }: (typeof pending)[number]): void {
    if (visitedPointers.has(pointer) || kind === "example" || kind === "link") return;
    visitedPointers.add(pointer);
    const unresolvedReference = readUnresolvedRef(node);
    if (unresolvedReference !== undefined) reportReference(unresolvedReference, pointer);
    checkMembers(node, kind, pointer);
    if (kind === "schema") checkSchema(node, pointer);
    if (kind === "parameter") checkParameter(node, pointer);
    if (kind === "operation") checkStatuses(node, pointer);
    const { $ref } = node;
    if (typeof $ref === "string" && $ref.startsWith("#")) {
      const target = targetPointer($ref);
      const value = valueAt(document, target);
      if (isObject(value)) pending.push({ node: value, kind, pointer: target });
    }
    for (const child of listChildNodes(node, kind, pointer)) pending.push(child);
  }

  function checkSchema(node: JsonObject, pointer: string): void {
    checkDialect(node, pointer, "$schema");
    const { $vocabulary: value, discriminator } = node;
    if (isObject(value)) {
      const message = 'Cannot follow "$vocabulary": vocabularies are not read';
      reportUnread("unknown-dialect", join(pointer, "$vocabulary"), message, { value });
    }
    for (const keyword of ["$dynamicRef", "$recursiveRef"]) {
      const reference = node[keyword];
      if (typeof reference !== "string") continue;
      const reason = hasAnchor(keyword, reference)
        ? "it means another schema on each way that leads to it; write a $ref to the one that is meant"
        : "no schema has this anchor; write a $ref to the schema that is meant";
      const message = `Cannot follow ${keyword} "${reference}": ${reason}`;
      reportUnread("dynamic-ref", join(pointer, keyword), message, { reference });
    }
    const mapping = isObject(discriminator) && isObject(discriminator["mapping"]) ? discriminator["mapping"] : {};
    for (const [name, target] of Object.entries(mapping)) {
      const isLocal = typeof target === "string" && target.startsWith("#");
      if (!isLocal || valueAt(document, targetPointer(target)) === undefined)
        reportReference(String(target), join(pointer, "discriminator", "mapping", name));
    }
  }

  function hasAnchor(keyword: string, reference: string): boolean {
    return (
      keyword === "$recursiveRef" ||
      (dynamicAnchors ??= collectAnchors(document)).has(splitReference(reference).fragment)
    );
  }

  function checkDialect(node: JsonObject, pointer: string, member: string): void {
    const dialect = node[member];
    if (dialect === undefined || (typeof dialect === "string" && knownDialects.test(dialect))) return;
    const message = `The dialect ${JSON.stringify(dialect)} is not known: schemas are read as JSON Schema 2020-12`;
    reportUnread("unknown-dialect", join(pointer, member), message);
  }

  function checkMembers(node: JsonObject, kind: NodeKind, pointer: string): void {
    for (const name in node) {
      if (!isUnreadMember(name, kind)) continue;
      const [code, fault] =
        kind === "schema"
          ? ["unknown-keyword", `The keyword "${name}" is not known`]
          : ["unknown-member", `"${name}" is not a member of ${kindNames[kind] ?? kind}`];
      reportUnread(code, join(pointer, name), fault + suggestion(name, kind), { value: node[name] as Json });
    }
  }

  function checkParameter(node: JsonObject, pointer: string): void {
    if (typeof node["$ref"] === "string" || readUnresolvedRef(node) !== undefined) return;
    if (typeof node["name"] === "string" && parameterLocations.has(node["in"])) return;
    const message = "A parameter needs a name, and a place that is path, query, header or cookie";
    reportUnread("invalid-parameter", pointer, message, { value: node });
  }

  function checkStatuses({ responses }: JsonObject, pointer: string): void {
    for (const [status, value] of Object.entries(isObject(responses) ? responses : {}))
      if (!/^([1-5](\d\d|XX)|default|x-.*)$/i.test(status))
        reportUnread(
          "invalid-status",
          join(pointer, "responses", status),
          `"${status}" is not a status of a response`,
          {
            value,
          },
        );
  }

  function reportReference(reference: string, pointer: string): void {
    const start = `Cannot resolve "${reference}"`;
    const message = reasonsByMessageStart.get(start) ?? `${start}: it leads to no part of the document`;
    reportUnread("unresolved-ref", pointer, message, { reference });
  }

  function reportUnread(
    code: string,
    pointer: string,
    message: string,
    details: Pick<UnreadPart, "value" | "reference"> = {},
  ): void {
    unreadParts.push({ code, message, at: locateSource(origins, pointer), ...details });
  }
}

const kindNames: Partial<Record<NodeKind, string>> = {
  document: "an OpenAPI document",
  pathItem: "a path item",
  operation: "an operation",
  parameter: "a parameter",
  header: "a header",
  requestBody: "a request body",
  mediaType: "a media type",
  encoding: "an encoding",
  response: "a response",
};

/** Returns the start of a message: `Cannot resolve "#/a"`. */
function messageStart(message: string): string {
  return /^Cannot resolve ".*"(?=: )/s.exec(message)?.[0] ?? message;
}

function suggestion(name: string, kind: NodeKind): string {
  return nearestHint(name, definedNames(kind));
}
