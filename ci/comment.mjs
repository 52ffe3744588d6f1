// Posts the Markdown of a report as a comment on the pull request, or updates the comment of an earlier run.
// node comment.mjs FILE NAME. Does nothing without a token or a pull request, and never fails the job.
import { existsSync, readFileSync } from "node:fs";

const [, , file, name] = process.argv;
const { CONCORD_GITHUB_TOKEN: token, GITHUB_API_URL: api, GITHUB_REPOSITORY: repository } = process.env;
const event = process.env.GITHUB_EVENT_PATH;

/** Most characters of a comment on GitHub. */
const MOST_CHARACTERS = 65_000;

/** Most pages of 100 comments to search for the earlier one. */
const MOST_PAGES = 30;

async function main() {
  if (!token || !event || !existsSync(event) || !existsSync(file)) return;
  const number = JSON.parse(readFileSync(event, "utf8")).pull_request?.number;
  if (number === undefined) return;
  const marker = `<!-- concord: ${name} -->`;
  const body = `${marker}\n${readFileSync(file, "utf8")}`.slice(0, MOST_CHARACTERS);
  const earlier = await findComment(`repos/${repository}/issues/${number}/comments`, marker);
  if (earlier) await call("PATCH", `repos/${repository}/issues/comments/${earlier.id}`, { body });
  else await call("POST", `repos/${repository}/issues/${number}/comments`, { body });
}

async function findComment(path, marker) {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const comments = await call("GET", `${path}?per_page=100&page=${page}`);
    const found = comments.find(({ body }) => body?.startsWith(marker));
    if (found || comments.length < 100) return found;
  }
  return undefined;
}

async function call(method, path, body) {
  const response = await fetch(`${api}/${path}`, {
    method,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path.split("?", 1)[0]} returned ${response.status}`);
  return response.json();
}

await main().catch(({ message }) => {
  console.log(`::warning title=Concord::The comment could not be written: ${message.replaceAll(/[\r\n%]+/g, " ")}`);
});
