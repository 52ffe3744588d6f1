import { readdirSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";

const docs = join(import.meta.dirname, "..");

/** Pages below a folder of the reference, which are generated. */
function generated(folder: string, textOf: (name: string) => string): { text: string; link: string }[] {
  return readdirSync(join(docs, "reference", folder))
    .map((file) => file.replace(/\.md$/, ""))
    .map((name) => ({ text: textOf(name), link: `/reference/${folder}/${name}` }));
}

const tutorials = [
  { text: "Your OpenAPI file in five minutes", link: "/tutorials/five-minutes" },
  { text: "Find a bug in a provider", link: "/tutorials/find-a-bug" },
  { text: "Catch a breaking change", link: "/tutorials/breaking-change" },
];

const guides = [
  {
    text: "Mock",
    items: [
      { text: "Mock in tests", link: "/guides/mock-in-tests" },
      { text: "Testcontainers", link: "/guides/testcontainers" },
      { text: "MSW", link: "/guides/msw" },
      { text: "Playwright", link: "/guides/playwright" },
      { text: "Mock as a server", link: "/guides/mock-server" },
      { text: "Credentials", link: "/guides/credentials" },
      { text: "State and examples", link: "/guides/state" },
      { text: "What the mock infers", link: "/guides/inference" },
      { text: "Faults", link: "/guides/faults" },
      { text: "Webhooks from the mock", link: "/guides/webhook-deliveries" },
      { text: "Own behaviours", link: "/guides/behaviours" },
      { text: "GraphQL", link: "/guides/graphql" },
    ],
  },
  {
    text: "Conformance",
    items: [
      { text: "Conformance in CI", link: "/guides/conformance" },
      { text: "Live deployments", link: "/guides/live-deployments" },
      { text: "Shrink and replay findings", link: "/guides/findings" },
      { text: "Conformance in Vitest", link: "/guides/conformance-vitest" },
      { text: "Proxy for real traffic", link: "/guides/proxy" },
      { text: "Drift", link: "/guides/drift" },
    ],
  },
  {
    text: "Consumers",
    items: [
      { text: "Consumers under faults", link: "/guides/consumers" },
      { text: "Pacts", link: "/guides/pacts" },
      { text: "Test a webhook receiver", link: "/guides/webhook-receivers" },
    ],
  },
  {
    text: "Changes",
    items: [
      { text: "Compat in a pull request", link: "/guides/compat" },
      { text: "Policy and waivers", link: "/guides/policy" },
      { text: "Changelog and feeds", link: "/guides/changelog" },
    ],
  },
  {
    text: "Documents",
    items: [
      { text: "Lint, show, bundle", link: "/guides/documents" },
      { text: "Overlays", link: "/guides/overlays" },
      { text: "Configuration", link: "/guides/configuration" },
      { text: "Profiles", link: "/guides/profiles" },
      { text: "Security and secrets", link: "/guides/security" },
      { text: "The bundled platform", link: "/guides/platform" },
    ],
  },
];

const migration = ["Prism", "MSW", "oasdiff", "Schemathesis", "Pact", "Mockoon", "WireMock"].map((name) => ({
  text: `From ${name}`,
  link: `/migrate/${name.toLowerCase()}`,
}));

const reference = [
  {
    text: "Commands",
    link: "/reference/commands",
    collapsed: true,
    items: generated("commands", (name) => `concord ${name}`),
  },
  { text: "Faults", link: "/reference/faults" },
  { text: "Checks", link: "/reference/checks" },
  { text: "Properties and relations", link: "/reference/properties" },
  { text: "Found by Concord", link: "/reference/found" },
  { text: "Mutants", link: "/reference/mutants" },
  { text: "Compatibility rules", link: "/reference/compat-rules" },
  { text: "Policy files", link: "/reference/policy" },
  { text: "Lint rules", link: "/reference/lint-rules" },
  { text: "Error codes", link: "/reference/error-codes" },
  { text: "Control API", link: "/reference/control-api" },
  { text: "JSON reports", items: generated("reports", (name) => `Report of ${name}`) },
  {
    text: "Public API",
    link: "/reference/api",
    collapsed: true,
    items: generated("api", (name) => name.replace("-", "/")),
  },
  { text: "Glossary", link: "/glossary" },
  { text: "Limits", link: "/limits" },
];

const explanations = [
  { text: "Policy of compatibility", link: "/explanation/policy" },
  { text: "How schemas are compared", link: "/explanation/comparison" },
  { text: "Proof of a breaking change", link: "/explanation/proof" },
  { text: "Basis: stated and assumed", link: "/explanation/basis" },
  { text: "How findings are confirmed", link: "/explanation/findings" },
  { text: "Budgets", link: "/explanation/budgets" },
  { text: "How values are generated", link: "/explanation/values" },
  { text: "Threat model", link: "/explanation/threat-model" },
  { text: "Architecture", link: "/architecture" },
  { text: "Decisions", link: "/explanation/decisions" },
];

export default defineConfig({
  title: "Concord",
  description: "Mock server, conformance tests and breaking-change checks from one OpenAPI document",
  cleanUrls: true,
  // Pages work without a server that knows them, and ask nothing of other hosts.
  head: [["link", { rel: "icon", href: "data:," }]],
  themeConfig: {
    nav: [
      { text: "Tutorials", link: "/tutorials/five-minutes", activeMatch: "/tutorials/" },
      { text: "Guides", link: "/guides/", activeMatch: "/guides/" },
      { text: "Reference", link: "/reference/commands", activeMatch: "/reference/" },
      { text: "Explanations", link: "/explanation/policy", activeMatch: "/explanation/" },
      { text: "Troubleshooting", link: "/troubleshooting" },
    ],
    sidebar: [
      { text: "Tutorials", items: tutorials },
      ...guides.map((group) => ({ ...group, text: `Guides: ${group.text}`, collapsed: false })),
      { text: "Migration", link: "/migrate/", collapsed: true, items: migration },
      { text: "Troubleshooting", link: "/troubleshooting" },
      { text: "Reference", collapsed: false, items: reference },
      { text: "Explanations", collapsed: false, items: explanations },
    ],
    outline: [2, 3],
    search: { provider: "local" },
  },
});
