import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { type ExecuteOptions, execute } from "./execute.ts";

const node = process.execPath;
const forever = { env: process.env, timeoutMs: 600_000, signal: new AbortController().signal };

describe("execute()", () => {
  it("returns the exit code and the output of a command that runs without a shell", async () => {
    const argv = [
      "-e",
      "console.log(process.argv[1], process.env.X); console.error('b'); process.exitCode = 7",
      "$X *",
    ];
    const executed = await execute([node, ...argv], { ...forever, env: { ...process.env, X: "x" } });

    expect(executed).toMatchObject({ exitCode: 7, endedBy: "itself" });
    expect(executed.output.split("\n").toSorted()).toEqual(["", "$X * x", "b"]);
  });

  it("keeps only the end of a long output", async () => {
    const { output } = await execute([node, "-e", "console.log('x'.repeat(1e6) + 'end')"], forever);

    expect(output).toHaveLength(64 * 1024);
    expect(output).toMatch(/xend\n$/);
  });

  it("throws an error for a program that does not exist", async () => {
    await expect(execute(["no-such-program"], forever)).rejects.toMatchObject({
      code: "unrunnable-command",
      message: 'Cannot run "no-such-program": there is no such program',
    });
  });

  it("ends a command at its time limit", async () => {
    const executed = await execute([node, "-e", "setInterval(() => {}, 1e6)"], { ...forever, timeoutMs: 1 });

    expect(executed).toMatchObject({ exitCode: null, endedBy: "timeout" });
  });

  it("ends an interrupted command and its child processes", async () => {
    const interruption = new AbortController();
    await assertNobodyLeft({ ...forever, signal: interruption.signal }, () => interruption.abort());
  });

  it("ends the child processes that a command left running", async () => {
    await assertNobodyLeft(forever, (sockets) => {
      for (const socket of sockets) socket.write("end");
    });
  });

  it("does not start a command if the run was interrupted before", async () => {
    const executed = await execute([node, "-e", "setInterval(() => {}, 1e6)"], {
      ...forever,
      signal: AbortSignal.abort(),
    });

    expect(executed).toMatchObject({ exitCode: null, endedBy: "interruption" });
  });
});

/**
 * Checks that no process is left. The command and its child process connect to this test, and a closed connection
 * shows the end of its process. The command ends when it receives data. The child process never ends by itself.
 */
async function assertNobodyLeft(options: ExecuteOptions, end: (sockets: readonly Socket[]) => void): Promise<void> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const connect = `require("node:net").connect(${(server.address() as AddressInfo).port}, "127.0.0.1")`;
  const other = `${connect}; setInterval(() => {}, 1e6)`;
  const command = `
    require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(other)}], { stdio: "inherit" });
    ${connect}.once("data", () => process.exit(0))`;
  const executing = execute([node, "-e", command], options);
  const sockets: Socket[] = [];
  const closed: Promise<unknown>[] = [];
  while (sockets.length < 2) {
    const [socket] = (await once(server, "connection")) as [Socket];
    socket.on("error", () => {});
    // A killed process may reset its connection, which counts as closed.
    closed.push(new Promise((resolve) => socket.once("close", resolve)));
    sockets.push(socket.resume());
  }
  end(sockets);
  await executing;
  await Promise.all(closed);
  server.close();
}
