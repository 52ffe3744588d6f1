import { TRPCError, initTRPC } from "@trpc/server";
import { z } from "zod";

const t = initTRPC.meta().create({ isDev: false });

/** The token that every procedure requires. */
export const token = "tasks-token";

const authorized = t.middleware(({ ctx, next }) => {
  if (ctx.authorization !== `Bearer ${token}`) throw new TRPCError({ code: "UNAUTHORIZED" });
  return next();
});

const NewTask = z.object({
  title: z.string().min(1).max(60),
  priority: z.number().int().min(1).max(5),
  notes: z.string().max(200).optional(),
});

const Task = NewTask.extend({ id: z.string().uuid(), done: z.boolean() });

const Id = z.object({ id: z.string().uuid() });

/** Creates the procedures of a task list, kept in memory. */
export function createRouter() {
  const tasks = new Map();
  function existing(id) {
    const task = tasks.get(id);
    if (task === undefined) throw new TRPCError({ code: "NOT_FOUND", message: "No such task" });
    return task;
  }
  function procedure(method, path) {
    return t.procedure.use(authorized).meta({ openapi: { method, path, protect: true } });
  }
  return t.router({
    listTasks: procedure("GET", "/tasks")
      .input(z.object({ search: z.string().optional(), minPriority: z.number().int().min(1).max(5).optional() }))
      .output(z.array(Task))
      .query(({ input }) =>
        [...tasks.values()].filter(
          (task) => task.priority >= (input.minPriority ?? 1) && task.title.includes(input.search ?? ""),
        ),
      ),
    createTask: procedure("POST", "/tasks")
      .input(NewTask)
      .output(Task)
      .mutation(({ input }) => {
        const task = { ...input, id: crypto.randomUUID(), done: false };
        tasks.set(task.id, task);
        return task;
      }),
    getTask: procedure("GET", "/tasks/{id}")
      .input(Id)
      .output(Task)
      .query(({ input }) => existing(input.id)),
    updateTask: procedure("PATCH", "/tasks/{id}")
      .input(NewTask.partial().extend({ id: z.string().uuid() }))
      .output(Task)
      .mutation(({ input }) => {
        const task = { ...existing(input.id), ...input };
        tasks.set(task.id, task);
        return task;
      }),
    finishTask: procedure("POST", "/tasks/{id}/finish")
      .input(Id)
      .output(Task)
      .mutation(({ input }) => {
        const task = { ...existing(input.id), done: true };
        tasks.set(task.id, task);
        return task;
      }),
    deleteTask: procedure("DELETE", "/tasks/{id}")
      .input(Id)
      .output(z.object({ deleted: z.boolean() }))
      .mutation(({ input }) => {
        existing(input.id);
        return { deleted: tasks.delete(input.id) };
      }),
  });
}
