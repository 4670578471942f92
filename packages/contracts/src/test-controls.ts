import { type DueWork, dueKinds, InjectedFaults, type TestControls } from "@marketplace/server";
import { z } from "zod";
import { type Contract, type Implementation, mutation, query } from "./contract.ts";
import { routerOf } from "./server.ts";

type Telemetry = Parameters<typeof routerOf>[2];

const instant = z.iso.datetime();

/**
 * Sets the clock of a service in another process, does its due work, and injects faults into its storages.
 * Only services with `TestControls` have these calls.
 */
export const testControlsContract = {
  setClock: mutation(
    z.object({ offset_ms: z.number(), frozen_at: instant.nullable() }),
    z.object({ now: instant }),
  ),
  listDue: query(
    z.object({
      after: instant,
      until: instant,
      kinds: z.array(z.enum(dueKinds)).optional(),
      limit: z.int().positive(),
    }),
    z.object({
      due: z.array(z.object({ at: instant, kind: z.enum(dueKinds), id: z.string(), passive: z.boolean() })),
    }),
  ),
  runDue: mutation(z.object({}), z.object({})),
  setBackgroundFaults: mutation(
    z.object({ faults: InjectedFaults, search_lag_ms: z.number().min(0), for_ms: z.number().min(0) }),
    z.object({}),
  ),
} satisfies Contract;

export type TestControlsRpc = Implementation<typeof testControlsContract>;

const testControlsRpc = ({ clock, faults: injector }: TestControls, work: DueWork): TestControlsRpc => ({
  async setClock({ offset_ms, frozen_at }) {
    clock.set({ offsetMs: offset_ms, frozenAt: frozen_at === null ? null : new Date(frozen_at) });
    return { now: clock.now().toISOString() };
  },
  async listDue({ after, until, ...asked }) {
    const due = await work.list({ ...asked, after: new Date(after), until: new Date(until) });
    return { due: due.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })) };
  },
  async runDue() {
    await work.run();
    return {};
  },
  async setBackgroundFaults({ faults, search_lag_ms, for_ms }) {
    injector.setBackgroundFaults({ faults, searchLagMs: search_lag_ms, forMs: for_ms });
    return {};
  },
});

/** The due work of a service in another process. */
export const remoteDueWork = ({ listDue, runDue }: Pick<TestControlsRpc, "listDue" | "runDue">): DueWork => ({
  async list({ after, until, kinds, limit }) {
    const range = { after: after.toISOString(), until: until.toISOString(), limit };
    const { due } = await listDue({ ...range, ...(kinds && { kinds: [...kinds] }) });
    return due.map(({ at, ...rest }) => ({ ...rest, at: new Date(at) }));
  },
  async run() {
    await runDue({});
  },
});

interface RouterParts {
  /** Without them the router has the calls of the contract alone. */
  controls: TestControls | undefined;
  /** What waits for a moment in this service. */
  due: DueWork;
  telemetry: Telemetry;
}

/** The router of a service, with the calls of its test controls if it has any. */
export const routerWithTestControls = <C extends Contract>(
  contract: C,
  implementation: Implementation<C>,
  { controls, due, telemetry }: RouterParts,
) => {
  if (!controls) return routerOf(contract, implementation, telemetry);
  const both: Contract = { ...contract, ...testControlsContract };
  // The names of the two contracts differ, so that each call has its own implementation.
  const calls = { ...implementation, ...testControlsRpc(controls, due) } as Implementation<Contract>;
  return routerOf(both, calls, telemetry);
};
