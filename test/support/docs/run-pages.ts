import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import type { Io } from "../../../cli/command.ts";
import { run } from "../../../cli/run.ts";
import { type Block, type DocsPage, commandsIn } from "./pages.ts";
import { makeFolder } from "./workspace.ts";

/** Result of a page: its failures, with their location. */
export interface PageResult {
  readonly path: string;
  readonly failures: readonly string[];
  /** Number of blocks that ran. */
  readonly ran: number;
}

/** A command that runs until the page ends. */
interface Server {
  readonly ended: Promise<unknown>;
  end(): void;
}

/** Commands that run until they are stopped, with the default port of each. */
const serverCommands: readonly (readonly [start: RegExp, port: number])[] = [
  [/^mock\b/, 4010],
  [/^proxy\b/, 4020],
  [/^webhooks listen\b/, 4011],
];

/** Port of the reader's own servers in the pages. The servers read the variable PORT. */
const READER_PORT = 3000;

/** Runs the blocks of one page, in order and in a folder of its own. */
class PageRun {
  readonly failures: string[] = [];
  ran = 0;
  /** Real address of each address in the page. */
  readonly addresses = new Map<string, string>();
  readonly servers: Server[] = [];
  readonly folder: string;
  readonly bin: string;
  /** Output of the latest block. */
  output = "";

  constructor(base: string, path: string) {
    this.folder = makeFolder(base, path);
    this.bin = join(base, "bin");
  }

  async run(blocks: readonly Block[]): Promise<void> {
    process.chdir(this.folder);
    this.git("init", "-q", "-b", "main");
    this.git("add", "*.yaml");
    this.git("commit", "-q", "-m", "Documents");
    for (const block of blocks) {
      try {
        await this.runBlock(block);
      } catch (error) {
        this.failures.push(`line ${block.line}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    for (const server of this.servers) server.end();
    await Promise.all(this.servers.map(({ ended }) => ended));
  }

  async runBlock(block: Block): Promise<void> {
    if (block.label === "output") return this.compare(block);
    if (block.label !== undefined) return this.write(block.label, block.text);
    if (block.notRun !== undefined) return;
    if (block.language === "sh") {
      this.output = "";
      this.ran += 1;
      for (const line of commandsIn(block.text)) await this.runLine(line, block.exitCode);
    }
    if (block.language === "ts") {
      this.ran += 1;
      await this.runTypeScript(block);
    }
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), this.localized(text));
  }

  async runLine(line: string, exitCode: number): Promise<void> {
    const own = /^(?:npx (?:--no )?concord-toolkit|npm run concord --) ([^|<>&;$`]*)$/.exec(line)?.[1];
    const port = serverCommands.find(([start]) => start.test(own ?? ""))?.[1];
    const code =
      own === undefined
        ? await this.runShell(this.localized(line))
        : port === undefined
          ? await this.runConcord(this.localized(own))
          : await this.serve(this.localized(own), port);
    if (code !== exitCode)
      throw new Error(`"${line}" ended with ${code}, not ${exitCode}:\n${this.output.slice(-3000)}`);
  }

  async runConcord(line: string): Promise<number> {
    const io: Io = {
      out: (text) => void (this.output += text),
      err: (text) => void (this.output += text),
      interactive: false,
      colours: false,
      env: this.environment(),
      signal: AbortSignal.timeout(300_000),
    };
    return run(wordsIn(line), io, "0.0.0");
  }

  /** Starts a server on a free port, and waits until it listens. */
  async serve(line: string, usual: number): Promise<number> {
    const named = Number(/--port (\d+)/.exec(line)?.[1] ?? usual);
    const argv = wordsIn(line.replace(/ *--port \d+/, ""));
    const place = argv[0] === "webhooks" ? 2 : 1;
    const ended = new AbortController();
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      const look = (text: string): void => {
        output += text;
        this.output += text;
        const found = /https?:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(
          /listens on [^\n]*/.exec(output)?.[0] ?? "",
        )?.[0];
        if (found !== undefined) resolve(found);
      };
      const io: Io = {
        out: look,
        err: look,
        interactive: false,
        colours: false,
        env: this.environment(),
        signal: ended.signal,
      };
      const running = run([...argv.slice(0, place), "--port", "0", ...argv.slice(place)], io, "0.0.0");
      this.servers.push({ ended: running, end: () => ended.abort() });
      void running.then((code) => reject(new Error(`"${line}" ended with ${code}: ${output}`)));
    });
    this.addresses.set(`127.0.0.1:${named}`, new URL(url).host);
    this.addresses.set(`localhost:${named}`, new URL(url).host);
    return 0;
  }

  /** Runs a line of the shell. A server that ends with "&" runs until the page ends. */
  async runShell(line: string): Promise<number> {
    const isServer = line.endsWith("&");
    const port = isServer ? await freePort() : READER_PORT;
    const child = spawn("sh", ["-c", isServer ? `exec ${line.slice(0, -1)}` : line], {
      env: { ...this.environment(), PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const look = (chunk: Buffer): void => void (this.output += chunk.toString());
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 2)));
    if (!isServer) return ended;
    this.servers.push({ ended, end: () => void child.kill() });
    this.addresses.set(`127.0.0.1:${READER_PORT}`, `127.0.0.1:${port}`);
    await Promise.race([
      untilListening(port),
      ended.then((code) => Promise.reject(new Error(`"${line}" ended with ${code}: ${this.output}`))),
    ]);
    return 0;
  }

  /** Runs a module, or a test with Vitest. Compares what it prints with the comments behind `console.log`. */
  async runTypeScript({ text, line }: Block): Promise<void> {
    if (/from "(vitest|concord-toolkit\/vitest|concord-toolkit\/conformance\/vitest)"/.test(text)) {
      if (!/\b(test|it|forEachFault|conformanceSuite)\(/.test(text)) return;
      this.write(`block-${line}.test.ts`, text);
      const vitest = `npx vitest run --root . block-${line}.test.ts`;
      const code = await this.runShell(vitest);
      if (code !== 0) throw new Error(`Vitest ended with ${code}:\n${this.output.slice(-3000)}`);
      return;
    }
    this.write(`block-${line}.ts`, text);
    const printed: string[] = [];
    const { log } = console;
    console.log = (...values: unknown[]) => void printed.push(format(...values));
    try {
      await import(pathToFileURL(join(this.folder, `block-${line}.ts`)).href);
    } finally {
      console.log = log;
    }
    const expected = [...text.matchAll(/console\.log\(.*\); \/\/ (.+)$/gm)].map((match) => match[1] as string);
    for (const [index, comment] of expected.entries()) {
      if (!patternOf(comment).test(printed[index] ?? ""))
        throw new Error(`It printed ${JSON.stringify(printed[index])}, not ${JSON.stringify(comment)}`);
    }
  }

  /** Each line of an output block has to appear in the output, in order; "…" is any text. */
  compare({ text }: Block): void {
    let rest = this.output;
    for (const line of text.split("\n").filter((each) => each.trim() !== "" && each.trim() !== "…")) {
      const found = rest.split("\n").findIndex((each) => patternOf(this.localized(line.trim())).test(each.trim()));
      if (found < 0) throw new Error(`The output has no line ${JSON.stringify(line)}:\n${this.output.slice(0, 4000)}`);
      rest = rest
        .split("\n")
        .slice(found + 1)
        .join("\n");
    }
  }

  /** Replaces the addresses in a text by those of the running servers. */
  localized(text: string): string {
    return text.replaceAll(/(?:127\.0\.0\.1|localhost):\d+/g, (address) => this.addresses.get(address) ?? address);
  }

  environment(): NodeJS.ProcessEnv {
    return { ...process.env, PATH: `${this.bin}:${process.env.PATH ?? ""}`, NO_COLOR: "1", CI: "true" };
  }

  git(...argv: string[]): void {
    const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    execFileSync("git", [...identity, ...argv], { cwd: this.folder, stdio: "ignore" });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.unref();
    });
    if (isOpen) return;
    await setTimeout(50);
  }
}

function wordsIn(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? (plain as string),
  );
}

/** A line in which "…" is any text. */
function patternOf(line: string): RegExp {
  const parts = line.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

interface Surroundings {
  readonly base: string;
  /** Host and port of a PostgreSQL server. */
  readonly database: string;
}

async function runPage({ base, database }: Surroundings, { path, blocks }: DocsPage): Promise<PageResult> {
  const page = new PageRun(base, path);
  page.addresses.set("127.0.0.1:5432", database);
  await page.run(blocks);
  return { path, failures: page.failures, ran: page.ran };
}

// node run-pages.ts BASE FILE DATABASE: runs the pages in a file of JSON, and prints a line of JSON for each.
if (import.meta.main) {
  const [base = "", file = "", database = ""] = process.argv.slice(2);
  const print = (result: PageResult): void => void process.stdout.write(`${JSON.stringify(result)}\n`);
  for (const page of JSON.parse(readFileSync(file, "utf8")) as readonly DocsPage[])
    print(await runPage({ base, database }, page));
  process.exit(0);
}
