import type { TestContext } from "vitest";

type Task = Pick<TestContext["task"], "name"> & { readonly suite?: Suite | undefined };
type Suite = Task & { readonly tasks: readonly unknown[] };

/** Place of a test in a group of tests: names and positions, so that tests with equal names differ. */
export function placeInGroup(task: Task, group: string): string {
  const { suite } = task;
  const own = `${suite?.tasks.indexOf(task) ?? 0} ${task.name}`;
  if (suite && suite.name !== group) return `${placeInGroup(suite, group)} > ${own}`;
  return own;
}
