// Posts the Markdown of a report as a comment on the pull request, or updates the comment of an earlier run.
// node comment.mjs FILE NAME. Does nothing without a token or a pull request, and never fails the job.
import { existsSync, lstatSync, readFileSync } from "node:fs";

const [, , file, name] = process.argv;
const { CONCORD_GITHUB_TOKEN: token, GITHUB_API_URL: api, GITHUB_REPOSITORY: repository } = process.env;
const { GITHUB_GRAPHQL_URL: graphql = `${api}/graphql`, GITHUB_EVENT_PATH: event } = process.env;

/** Most characters of a comment on GitHub. */
const MAX_CHARACTERS = 65_000;

/** Most pages of 100 comments to search for the earlier one. */
const MAX_PAGES = 30;

/** Author of comments that are written with the token of a job. No user can have this name. */
const JOB_AUTHOR = "github-actions[bot]";

async function main() {
  if (!token || !event || !existsSync(event) || !existsSync(file)) return;
  const number = JSON.parse(readFileSync(event, "utf8")).pull_request?.number;
  if (number === undefined) return;
  const marker = `<!-- concord: ${name} -->`;
  const body = `${marker}\n${readReport()}`.slice(0, MAX_CHARACTERS);
  const earlier = await findComment(`repos/${repository}/issues/${number}/comments`, marker);
  if (earlier) await call("PATCH", `${api}/repos/${repository}/issues/comments/${earlier.id}`, { body });
  else await call("POST", `${api}/repos/${repository}/issues/${number}/comments`, { body });
}

/** A link could lead to a file with the token, such as the environment of this process. */
function readReport() {
  const text = lstatSync(file).isFile() ? readFileSync(file, "utf8") : "";
  if (text === "" || text.includes(token)) throw new Error("the report is not a file of the job");
  return text;
}

/** Comment of an earlier run. Anybody can write the marker, so that the author decides. */
async function findComment(path, marker) {
  const author = await readAuthor();
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = await call("GET", `${api}/${path}?per_page=100&page=${page}`);
    const found = comments.find(({ body, user }) => user?.login === author && body?.startsWith(marker));
    if (found || comments.length < 100) return found;
  }
  return undefined;
}

/** Login of the author of comments that are written with the token. */
async function readAuthor() {
  const answer = await call("POST", graphql, { query: "{ viewer { login } }" }).catch(() => undefined);
  return answer?.data?.viewer?.login ?? JOB_AUTHOR;
}

async function call(method, url, body) {
  const response = await fetch(url, {
    method,
    redirect: "error",
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  throw new Error(`${method} ${new URL(url).pathname} returned ${response.status}`);
}

await main().catch(({ message }) => {
  console.log(`::warning title=Concord::The comment could not be written: ${message.replaceAll(/[\r\n%]+/g, " ")}`);
});
