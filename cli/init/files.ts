import type { Contract, Operation, SecurityScheme } from "../../contracts/index.ts";
import type { Project } from "./project.ts";

/** File that `concord init` writes. */
export interface InitFile {
  readonly path: string;
  readonly text: string;
}

/** Documents of a project, and their paths relative to it. */
export interface Documents {
  readonly contracts: readonly Contract[];
  readonly paths: readonly string[];
}

/** The configuration, one test and one workflow for the documents of a project. */
export function initFiles(project: Project, documents: Documents): readonly InitFile[] {
  return [configFile(project, documents), testFile(project, documents), workflowFile(project, documents)];
}

function configFile({ extension }: Project, { paths }: Documents): InitFile {
  return {
    path: `concord.config.${extension}`,
    text: `import { defineConfig } from "concord-toolkit/mock";

export default defineConfig({
  mock: { contracts: ${JSON.stringify(paths)} },
});
`,
  };
}

function testFile({ runner, extension, testFolder }: Project, { contracts, paths }: Documents): InitFile {
  const operation = firstReadable(contracts);
  const path = operation?.path ?? "/_concord";
  const headers = operation ? credentialHeaders(operation) : "";
  const isVitest = runner === "vitest";
  const imports = isVitest
    ? importLines(["expect, test", "vitest"], ["startMock", "concord-toolkit/mock"])
    : `import assert from "node:assert/strict";\n${importLines(["test", "node:test"], ["startMock", "concord-toolkit/mock"])}`;
  const claim = isVitest ? "expect(response.status).toBe(200);" : "assert.equal(response.status, 200);";
  return {
    path: `${testFolder}/concord.test.${extension}`,
    text: `${imports}

test(${JSON.stringify(`the mock answers GET ${path}`)}, async () => {
  const mock = await startMock({ contracts: ${JSON.stringify(paths)} });
  try {
    const response = await fetch(mock.url + ${JSON.stringify(path)}${headers});
    ${claim}
  } finally {
    await mock.close();
  }
});
`,
  };
}

function importLines(...imports: readonly (readonly [names: string, module: string])[]): string {
  return imports.map(([names, module]) => `import { ${names} } from "${module}";`).join("\n");
}

/** GET operation that needs no id and no parameter. Undefined without one. */
function firstReadable(contracts: readonly Contract[]): Operation | undefined {
  return contracts
    .flatMap(({ operations }) => operations)
    .find(
      ({ method, path, parameters, responses, security }) =>
        method === "GET" &&
        !path.includes("{") &&
        parameters.every(({ required }) => !required) &&
        responses.some(({ status }) => status === "200") &&
        (security.length === 0 || security.some((schemes) => schemes.every(isHeaderScheme))),
    );
}

function isHeaderScheme({ type, in: place }: SecurityScheme): boolean {
  return type !== "apiKey" || place === "header";
}

/** Second argument of fetch: the headers of the first security requirement that consists of headers. */
function credentialHeaders({ security }: Operation): string {
  const schemes = security.find((requirement) => requirement.every(isHeaderScheme)) ?? [];
  if (schemes.length === 0) return "";
  const members = schemes.map(({ type, scheme, parameter = "" }) => {
    if (type === "apiKey") return `${JSON.stringify(parameter)}: "any"`;
    if (scheme === "basic") return 'authorization: `Basic ${btoa("any:any")}`';
    return 'authorization: "Bearer any"';
  });
  return `, { headers: { ${members.join(", ")} } }`;
}

function workflowFile({ ci }: Project, { paths }: Documents): InitFile {
  const words = paths.map(workflowWord);
  const writeRefInputs = (ref: string): string => words.map((word) => `git:"${ref}":${word}`).join(",");
  const compat = (ref: string, options: string): string =>
    `npx --no concord-toolkit compat ${writeRefInputs(ref)} ${words.join(",")} ${options}`;
  if (ci === "github")
    return {
      path: ".github/workflows/concord.yml",
      text: `name: API contract
on: pull_request
permissions:
  contents: read
jobs:
  compat:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          fetch-depth: 0
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 24
      - run: npm ci
      - run: |
          ${compat("origin/$GITHUB_BASE_REF", "--format github")}
`,
    };
  return {
    path: "concord.gitlab-ci.yml",
    text: `# Include this file in .gitlab-ci.yml: include: concord.gitlab-ci.yml
concord-compat:
  image: node:24
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
  script:
    - npm ci
    - git fetch --depth 1 origin "$CI_MERGE_REQUEST_DIFF_BASE_SHA"
    - |
      ${compat("$CI_MERGE_REQUEST_DIFF_BASE_SHA", "--report junit:concord.xml")}
  artifacts:
    when: always
    reports:
      junit: concord.xml
`,
  };
}

/**
 * Path as part of a word of the shell in a workflow. Quotes within the signs of an expression keep GitHub (`${{`) and
 * GitLab (`$[[`) from evaluating it, which they do before the shell reads the line.
 */
function workflowWord(path: string): string {
  if (/^[\w@./-]+$/.test(path)) return path;
  return `'${path.replaceAll("'", "'\\''").replaceAll(/\$(?=\{\{|\[\[)/g, () => "$''")}'`;
}
