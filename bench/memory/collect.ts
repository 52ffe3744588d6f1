// Loaded into a measured server before its own code: node --expose-gc --import collect.ts. Collects garbage for each
// message of the parent, and returns the used heap in bytes.
process.on("message", () => {
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
