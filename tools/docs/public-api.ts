import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../../test/support/imports.ts";
import { type Declaration, declarationsIn, reexportsIn } from "./declarations.ts";
import { allDeclarations, membersOf } from "./members.ts";
import { type Page, code, fence, page, prose, table } from "./markdown.ts";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** One page for each entry point of the package, and an overview. */
export function publicApiPages(): readonly Page[] {
  const types = mkdtempSync(join(tmpdir(), "concord-types-"));
  try {
    emitTypes(types);
    const entries = entryPoints().map(({ specifier, file }) => ({ specifier, names: exportsOf(join(types, file)) }));
    const declarations = allDeclarations(types);
    return [overview(entries), ...entries.map((entry) => entryPage(entry, declarations))];
  } finally {
    rmSync(types, { recursive: true, force: true });
  }
}

type Declarations = ReadonlyMap<string, Declaration>;

interface Entry {
  readonly specifier: string;
  readonly names: ReadonlyMap<string, Declaration>;
}

/** Entry points of the package that have types, with their declaration files. */
function entryPoints(): readonly { readonly specifier: string; readonly file: string }[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  return Object.entries(manifest.exports).flatMap(([subpath, target]) =>
    typeof target === "string"
      ? []
      : [{ specifier: `concord-toolkit${subpath.slice(1)}`, file: target.types.replace("./dist/", "") }],
  );
}

function emitTypes(folder: string): void {
  const options = ["-p", "tsconfig.build.json", "--emitDeclarationOnly", "--outDir", folder];
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options], { cwd: root });
}

/** Exported names of a declaration file, with their declarations. */
function exportsOf(file: string): ReadonlyMap<string, Declaration> {
  const text = readFileSync(file, "utf8");
  const { names, all } = reexportsIn(text);
  const found = new Map<string, Declaration>();
  for (const declaration of declarationsIn(text).filter(({ name }) => isExported(text, name)))
    found.set(declaration.name, declaration);
  for (const from of all)
    for (const [name, declaration] of exportsOf(typesAt(file, from))) found.set(name, declaration);
  for (const { name, original, from } of names) {
    const declaration = exportsOf(typesAt(file, from)).get(original);
    if (declaration) found.set(name, declaration);
  }
  return new Map([...found].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function isExported(text: string, name: string): boolean {
  return new RegExp(`^export (?:declare )?(?:abstract )?\\w+ ${name}\\b`, "m").test(text);
}

/** Declaration file of a module. */
function typesAt(file: string, from: string): string {
  return join(dirname(file), from.replace(/\.ts$/, ".d.ts"));
}

function overview(entries: readonly Entry[]): Page {
  return page("reference/api.md", "Public API", [
    "The package is `concord-toolkit`. It exports these modules:",
    table(
      ["module", "names"],
      entries.map(({ specifier, names }) => [
        `[${code(specifier)}](./api/${slugOf(specifier)}.md)`,
        String(names.size),
      ]),
    ),
    "Every module is an ES module with types. `concord-toolkit/vitest` and `concord-toolkit/conformance/vitest` need Vitest 3.2 or later, `concord-toolkit/playwright` needs `@playwright/test`, and `concord-toolkit/msw` needs MSW 2.",
  ]);
}

function entryPage({ specifier, names }: Entry, declarations: Declarations): Page {
  const all = [...names];
  const groups: readonly (readonly [string, (declaration: Declaration) => boolean])[] = [
    ["Functions and values", ({ text }) => !isType(text)],
    ["Types", ({ text }) => isType(text)],
  ];
  const sections = groups.flatMap(([title, belongs]) => {
    const members = all.filter(([, declaration]) => belongs(declaration));
    return members.length === 0 ? [] : [`## ${title}`, ...members.flatMap((member) => sectionOf(member, declarations))];
  });
  return page(`reference/api/${slugOf(specifier)}.md`, specifier, sections);
}

function isType(text: string): boolean {
  return text.startsWith("type ") || text.startsWith("interface ");
}

function sectionOf([name, declaration]: readonly [string, Declaration], declarations: Declarations): string[] {
  const { text, comment } = declaration;
  const [about = "", ...tags] = comment.split(/^@/m);
  const examples = tags.filter((tag) => tag.startsWith("example")).map((tag) => tag.slice("example".length).trim());
  const others = tags.filter((tag) => !tag.startsWith("example"));
  return [
    `### ${name}`,
    ...(about.trim() === "" ? [] : [plain(about)]),
    fence("ts signature", text),
    ...memberTable(declaration, declarations),
    ...others.map(
      (tag) =>
        `- ${tag.replace(/^(\w+)\s+([\s\S]*)$/, (_, word: string, rest: string) => `**@${word}** ${plain(rest)}`)}`,
    ),
    ...examples.flatMap((example) => ["Example:", fence("ts signature", example)]),
  ];
}

/** Number of members from which an interface has a table of them. */
const MIN_TABLE = 8;

/** Table of all members of an interface that has many, the inherited ones included. */
function memberTable(declaration: Declaration, declarations: Declarations): string[] {
  const members = declaration.text.startsWith("interface ") ? membersOf(declaration, declarations) : undefined;
  if (members === undefined || members.length < MIN_TABLE) return [];
  const rows = members.map(({ name, isOptional, type, comment }) => [
    code(isOptional ? `${name}?` : name),
    code(type),
    plain(comment),
  ]);
  return [table(["member", "type", "meaning"], rows)];
}

function plain(text: string): string {
  return prose(text.trim().replaceAll(/\{@link (\S+?)\}/g, "`$1`"));
}

function slugOf(specifier: string): string {
  return specifier.replace("concord-toolkit/", "").replaceAll("/", "-");
}
