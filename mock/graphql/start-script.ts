import { PAGE_FILES } from "./page-files.ts";

/** Runs in the browser: starts GraphiQL, whose workers are files of the same host. */
export const startScript = `
const workers = { editorWorkerService: "editor.js", json: "json.js", graphql: "graphql.js" };
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_, label) => ${JSON.stringify(PAGE_FILES)} + workers[label],
};
const root = document.getElementById("root");
YogaGraphiQL.renderYogaGraphiQL(root, JSON.parse(root.dataset.options));
`;
