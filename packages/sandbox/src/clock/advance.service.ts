import {
  createSerial,
  type Due,
  type DueKind,
  type DueRange,
  type DueWork,
  firstDue,
} from "@marketplace/server";
import { perWorld, type World, type WorldClock, type WorldTime } from "../world.ts";

/** A clock with what moves with it. */
export interface Moving extends Pick<WorldTime, "moved"> {
  clock: WorldClock;
  due: readonly DueWork[];
}

/** Something that was due on the way. */
export type Fired = Pick<Due, "at" | "kind" | "id">;

/** One move at a time per world: what is due is done in order. */
const turnsOf = perWorld(() => createSerial());

/** Runs a move of a world's clock after those that were asked for before. */
export const inTurn = <T>(world: World, move: (moving: Moving) => Promise<T>): Promise<T> =>
  turnsOf(world)(() =>
    world.time.withDue((due) => move({ clock: world.clock, moved: world.time.moved, due })),
  );

/** Runs work between moves of a world's clock, which stands still during one. */
export const betweenMoves = <T>(world: World, work: () => Promise<T>): Promise<T> => turnsOf(world)(work);

/** More than can be due at a moment or is worth to ask for at once. */
const atOnce = 1_000;

/** The first thing of these kinds that waits for a moment until then. */
export async function nextDue(
  moving: Moving,
  until: Date,
  kinds: readonly DueKind[] | undefined,
): Promise<Due | undefined> {
  const [first] = await listDue(moving, { after: moving.clock.now(), until, kinds, limit: 1 });
  return first;
}

/**
 * Moves a world's clock from its present to a later time. It stops at each moment at which something is due,
 * in order, and has it done before it goes on. Meanwhile the clock stands still, so that a slow receiver of
 * notifications changes no time.
 */
export async function advance(moving: Moving, { from, to }: { from: Date; to: Date }): Promise<Fired[]> {
  const { clock } = moving;
  const before = clock.state();
  const ahead = to.getTime() - from.getTime();
  const fired: Fired[] = [];
  try {
    await change(moving, clock.freeze);
    await runDue(moving);
    let after = clock.now();
    for (let stop = await nextStop(moving, { after, until: to }); stop; ) {
      await change(moving, () => clock.moveTo(stop?.at ?? to));
      if (stop.isWork) await runDue(moving);
      fired.push(...stop.reached.map(({ at, kind, id }) => ({ at, kind, id })));
      after = stop.at;
      stop = await nextStop(moving, { after, until: to });
    }
    if (clock.now() < to) await change(moving, () => clock.moveTo(to));
    // The time that the work took passes in the world, too.
    const offsetMs = before.offsetMs + ahead;
    if (!before.frozenAt) await change(moving, () => clock.set({ offsetMs, frozenAt: null }));
  } catch (error) {
    if (!before.frozenAt) await change(moving, clock.resume);
    throw error;
  }
  return fired;
}

/** Changes the clock, in every process of the world. */
export async function change({ clock, moved }: Moving, how: () => void): Promise<void> {
  how();
  await moved(clock.state());
}

interface Stop {
  at: Date;
  /** Whether there is something to do. */
  isWork: boolean;
  /** What is due since the last stop. */
  reached: readonly Due[];
}

/** The next moment at which something is to be done, else the last at which something ends by itself. */
async function nextStop(moving: Moving, range: { after: Date; until: Date }): Promise<Stop | undefined> {
  const due = await listDue(moving, { ...range, limit: atOnce });
  const last = due.at(-1);
  if (!last) return undefined;
  const work = due.find(({ passive }) => !passive);
  // The end of a full list may cut a moment in two: then that moment is a stop of its own.
  const at = work?.at ?? (due.length < atOnce ? last.at : (due[0]?.at ?? last.at));
  return { at, isWork: work !== undefined, reached: due.filter((one) => one.at <= at) };
}

async function listDue({ due: works }: Moving, range: DueRange): Promise<Due[]> {
  const lists = await Promise.all(works.map((work) => work.list(range)));
  return firstDue(lists.flat(), range.limit);
}

/** Twice, because the work of one service gives others work: a delivery closes an order, say. */
async function runDue({ due }: Moving): Promise<void> {
  for (let round = 0; round < 2; round += 1) for (const work of due) await work.run();
}
