import { EventEmitter } from "node:events";
import { type Clock, systemClock } from "./clock.ts";

/** What a movable clock shows. Stored, it survives a restart. */
export interface ClockState {
  /** Domain time minus real time, in milliseconds; less and less while it is frozen. */
  offsetMs: number;
  /** The time at which it stands still; null while it runs. */
  frozenAt: Date | null;
}

/** A domain clock that goes as fast as the real one, from another time, until it is moved or frozen. */
export interface MovableClock extends Clock {
  state(): ClockState;
  /** Moves it forward; a time that is not after the present one throws a RangeError. */
  moveTo(time: Date): void;
  /** Stands still from now on. */
  freeze(): void;
  /** Goes on from where it stands. */
  resume(): void;
  /** Sets its state, also to an earlier time. */
  set(state: ClockState): void;
  /** Calls back after every change; returns what ends that. */
  onMoved(listener: () => void): () => void;
}

/** The clock of a sandbox: services get it as their domain clock and know nothing of its moves. */
export function createMovableClock(
  initial: ClockState = { offsetMs: 0, frozenAt: null },
  real: Clock = systemClock,
): MovableClock {
  const moves = new EventEmitter().setMaxListeners(0);
  let state = initial;
  const realMs = () => real.now().getTime();
  const now = () => new Date(state.frozenAt ?? realMs() + state.offsetMs);
  const change = (next: ClockState) => {
    state = next;
    moves.emit("moved");
  };
  const showing = (time: Date, frozen: boolean): ClockState => ({
    offsetMs: time.getTime() - realMs(),
    frozenAt: frozen ? new Date(time) : null,
  });
  return {
    now,
    state: () => (state.frozenAt ? showing(state.frozenAt, true) : { ...state }),
    moveTo(time) {
      // `!(a > b)`: an invalid date is refused, too.
      if (!(time > now())) throw new RangeError("a clock goes forward only");
      change(showing(time, state.frozenAt !== null));
    },
    freeze() {
      if (!state.frozenAt) change(showing(now(), true));
    },
    resume() {
      if (state.frozenAt) change(showing(state.frozenAt, false));
    },
    set: (next) => change({ ...next }),
    onMoved(listener) {
      moves.on("moved", listener);
      return () => moves.off("moved", listener);
    },
  };
}
