import {
  type DueWork,
  dueKinds,
  type MovableClock,
  type OrderedStorages,
  StorageOrders,
} from "@marketplace/server";
import { z } from "zod";
import { type Contract, type Implementation, mutation, query } from "./contract.ts";
import { routerOf } from "./server.ts";

type Telemetry = Parameters<typeof routerOf>[2];

const instant = z.iso.datetime();

/**
 * Moves the clock of a service in another process, and disturbs its storages. Only processes that were
 * started for that take part.
 */
export const clockContract = {
  followClock: mutation(
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
  followStorages: mutation(
    z.object({ orders: StorageOrders, search_lag_ms: z.number().min(0), for_ms: z.number().min(0) }),
    z.object({}),
  ),
} satisfies Contract;

export type ClockRpc = Implementation<typeof clockContract>;

/** A service's own clock, due work and storages, for a caller in another process. */
export const clockRpc = (
  clock: MovableClock,
  work: DueWork,
  storages: Pick<OrderedStorages, "follow">,
): ClockRpc => ({
  async followClock({ offset_ms, frozen_at }) {
    clock.follow({ offsetMs: offset_ms, frozenAt: frozen_at === null ? null : new Date(frozen_at) });
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
  async followStorages({ orders, search_lag_ms, for_ms }) {
    storages.follow({ orders, searchLagMs: search_lag_ms, forMs: for_ms });
    return {};
  },
});

/** The due work of a service in another process. */
export const remoteDueWork = ({ listDue, runDue }: Pick<ClockRpc, "listDue" | "runDue">): DueWork => ({
  async list({ after, until, kinds, limit }) {
    const range = { after: after.toISOString(), until: until.toISOString(), limit };
    const { due } = await listDue({ ...range, ...(kinds && { kinds: [...kinds] }) });
    return due.map(({ at, ...rest }) => ({ ...rest, at: new Date(at) }));
  },
  async run() {
    await runDue({});
  },
});

/** The router of a service, with the calls that move its clock where there are such. */
export const routerWithClock = <C extends Contract>(
  contract: C,
  implementation: Implementation<C>,
  { clock, telemetry }: { clock: ClockRpc | undefined; telemetry: Telemetry },
) => {
  if (!clock) return routerOf(contract, implementation, telemetry);
  const both: Contract = { ...contract, ...clockContract };
  // The names of the two contracts differ, so that each call has its own implementation.
  return routerOf(both, { ...implementation, ...clock } as Implementation<Contract>, telemetry);
};
