import { PAGE_FILES } from "./page-files.ts";

/** Browser script that starts GraphiQL, with workers from the mock. */
export const startScript = `
const workers = { editorWorkerService: "editor.js", json: "json.js", graphql: "graphql.js" };
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_, label) => ${JSON.stringify(PAGE_FILES)} + workers[label],
};
const root = document.getElementById("root");
YogaGraphiQL.renderYogaGraphiQL(root, JSON.parse(root.dataset.options));
`;
