import type { Json, JsonObject } from "../model/json.ts";
import type { Contract, Location, Problem } from "../model/contract.ts";
import { definedNames, isUnreadMember } from "./member-names.ts";
import { theNearest } from "../text/nearest.ts";
import { locateIn } from "../parsing/origins.ts";
import { join, targetPointer, valueAt } from "../model/pointer.ts";
import { splitReference } from "../sources/reference.ts";
import { type Kind, childrenOf, isObject, visitTree } from "../model/shapes.ts";
import { unresolvedIn } from "./unresolved.ts";

/** A part of a document that says something about requests or responses, and was not read. */
export interface Unread {
  readonly code: string;
  readonly message: string;
  readonly at: Location;
  /** What was written, where that is all there is to know: two documents that write the same there say the same. */
  readonly value?: Json;
  /** The reference that leads nowhere, or that is not followed. */
  readonly reference?: string;
}

function anchorsIn(document: JsonObject): ReadonlySet<string> {
  const anchors = new Set<string>();
  visitTree(document, "document", ({ $dynamicAnchor }, kind) => {
    if (kind === "schema" && typeof $dynamicAnchor === "string") anchors.add($dynamicAnchor);
  });
  return anchors;
}

/** Problems of loading that leave a part of a document out; all others only comment on what was read. */
const losses: ReadonlySet<string> = new Set([
  "invalid-keyword",
  "invalid-operation",
  "repeated-key",
  "unknown-security-scheme",
  "unknown-version",
]);

/** Problems that the search below finds again where they concern a part that is used. */
const searched: ReadonlySet<string> = new Set(["unresolved-ref", "invalid-path", "invalid-parameter"]);

/** Whether a problem of loading says that a part of the document was not read. */
function isLoss({ code, isLost }: Problem): boolean {
  return isLost === true || losses.has(code);
}

/** The problems of a contract that lost nothing: how it was read, where it could be read otherwise. */
export function readingNotes({ problems }: Contract): readonly Problem[] {
  return problems.filter((problem) => !isLoss(problem) && !searched.has(problem.code));
}

/** Dialects whose constraints are read as those of JSON Schema 2020-12. */
const dialects =
  /^https:\/\/spec\.openapis\.org\/oas\/3\.1\/(dialect|schema)\/|^https?:\/\/json-schema\.org\/(draft\/(2020-12|2019-09)|draft-0[4-7])\/schema#?$/;

const locations: ReadonlySet<Json | undefined> = new Set(["path", "query", "header", "cookie"]);

/**
 * Everything in a contract that was not read, of the parts that its operations and webhooks use: references that lead
 * nowhere or are not followed, keywords, members and dialects that are not known.
 */
export function unreadIn({ kind: language, document, origins, problems }: Contract): readonly Unread[] {
  const found: Unread[] = problems.filter(isLoss);
  if (language === "graphql") return found;
  const reasons = new Map(
    problems.filter(({ code }) => code === "unresolved-ref").map(({ message }) => [startOf(message), message]),
  );
  const seen = new Set<string>();
  let anchors: ReadonlySet<string> | undefined;
  const open: { readonly node: JsonObject; readonly kind: Kind; readonly pointer: string }[] = [];
  checkDialect(document, "", "jsonSchemaDialect");
  checkMembers(document, "document", "");
  for (const [name, item] of Object.entries(isObject(document["paths"]) ? document["paths"] : {}))
    if (!name.startsWith("/") && !name.startsWith("x-"))
      report("invalid-path", join("/paths", name), `"${name}" is not a path: it must begin with "/"`, { value: item });
  open.push(...childrenOf(document, "document", "").filter(({ kind }) => kind === "pathItem"));
  for (let next = open.pop(); next; next = open.pop()) visit(next);
  return found;

  function visit({ node, kind, pointer }: (typeof open)[number]): void {
    if (seen.has(pointer) || kind === "example" || kind === "link") return;
    seen.add(pointer);
    const lost = unresolvedIn(node);
    if (lost !== undefined) reportReference(lost, pointer);
    checkMembers(node, kind, pointer);
    if (kind === "schema") checkSchema(node, pointer);
    if (kind === "parameter") checkParameter(node, pointer);
    if (kind === "operation") checkStatuses(node, pointer);
    const { $ref } = node;
    if (typeof $ref === "string" && $ref.startsWith("#")) {
      const target = targetPointer($ref);
      const value = valueAt(document, target);
      if (isObject(value)) open.push({ node: value, kind, pointer: target });
    }
    open.push(...childrenOf(node, kind, pointer));
  }

  function checkSchema(node: JsonObject, pointer: string): void {
    checkDialect(node, pointer, "$schema");
    if (isObject(node["$vocabulary"]))
      report(
        "unknown-dialect",
        join(pointer, "$vocabulary"),
        'Cannot follow "$vocabulary": vocabularies are not read',
        {
          value: node["$vocabulary"],
        },
      );
    for (const keyword of ["$dynamicRef", "$recursiveRef"]) {
      const reference = node[keyword];
      if (typeof reference !== "string") continue;
      const reason = hasAnchor(keyword, reference)
        ? "it means another schema on each way that leads to it; write a $ref to the one that is meant"
        : "no schema has this anchor; write a $ref to the schema that is meant";
      report("dynamic-ref", join(pointer, keyword), `Cannot follow ${keyword} "${reference}": ${reason}`, {
        reference,
      });
    }
    const { discriminator } = node;
    const mapping = isObject(discriminator) && isObject(discriminator["mapping"]) ? discriminator["mapping"] : {};
    for (const [value, target] of Object.entries(mapping)) {
      const leads = typeof target === "string" && target.startsWith("#");
      if (!leads || valueAt(document, targetPointer(target)) === undefined)
        reportReference(String(target), join(pointer, "discriminator", "mapping", value));
    }
  }

  function hasAnchor(keyword: string, reference: string): boolean {
    return keyword === "$recursiveRef" || (anchors ??= anchorsIn(document)).has(splitReference(reference).fragment);
  }

  function checkDialect(node: JsonObject, pointer: string, member: string): void {
    const dialect = node[member];
    if (dialect === undefined || (typeof dialect === "string" && dialects.test(dialect))) return;
    const message = `The dialect ${JSON.stringify(dialect)} is not known: schemas are read as JSON Schema 2020-12`;
    report("unknown-dialect", join(pointer, member), message);
  }

  function checkMembers(node: JsonObject, kind: Kind, pointer: string): void {
    for (const name in node) {
      if (!isUnreadMember(name, kind)) continue;
      const value = node[name] as Json;
      if (kind === "schema")
        report("unknown-keyword", join(pointer, name), `The keyword "${name}" is not known${near(name, kind)}`, {
          value,
        });
      else
        report(
          "unknown-member",
          join(pointer, name),
          `"${name}" is no member of ${nouns[kind] ?? kind}${near(name, kind)}`,
          {
            value,
          },
        );
    }
  }

  function checkParameter(node: JsonObject, pointer: string): void {
    if (typeof node["$ref"] === "string" || unresolvedIn(node) !== undefined) return;
    if (typeof node["name"] === "string" && locations.has(node["in"])) return;
    const message = "A parameter needs a name, and a place that is path, query, header or cookie";
    report("invalid-parameter", pointer, message, { value: node });
  }

  function checkStatuses({ responses }: JsonObject, pointer: string): void {
    for (const [status, value] of Object.entries(isObject(responses) ? responses : {}))
      if (!/^([1-5](\d\d|XX)|default|x-.*)$/i.test(status))
        report("invalid-status", join(pointer, "responses", status), `"${status}" is no status of a response`, {
          value,
        });
  }

  function reportReference(reference: string, pointer: string): void {
    const start = `Cannot resolve "${reference}"`;
    report("unresolved-ref", pointer, reasons.get(start) ?? `${start}: it leads to no part of the document`, {
      reference,
    });
  }

  function report(
    code: string,
    pointer: string,
    message: string,
    more: Pick<Unread, "value" | "reference"> = {},
  ): void {
    found.push({ code, message, at: locateIn(origins, pointer), ...more });
  }
}

const nouns: Partial<Record<Kind, string>> = {
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

/** `Cannot resolve "#/a"` of the whole message. */
function startOf(message: string): string {
  return /^Cannot resolve ".*"(?=: )/s.exec(message)?.[0] ?? message;
}

function near(name: string, kind: Kind): string {
  return theNearest(name, definedNames(kind));
}
