/** Waits of a loop that others may end early. */
export interface WakeableWait {
  /** Ends the present wait, or the next one if none is under way. */
  wake(): void;
  /** Clears an earlier wake-up, before the loop looks for work. */
  rearm(): void;
  /** Waits until woken or stopped, at most so many milliseconds. */
  untilWoken(milliseconds: number): Promise<void>;
  /** Waits until stopped, at most so many milliseconds. */
  untilStopped(milliseconds: number): Promise<void>;
  /** Ends this and all further waits. */
  stop(): void;
}

export function wakeableWait(): WakeableWait {
  let woken = false;
  let stopped = false;
  let check = () => {};

  const until = (over: () => boolean, milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (over()) return resolve();
      const end = () => {
        clearTimeout(timer);
        check = () => {};
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      check = () => {
        if (over()) end();
      };
    });

  return {
    wake() {
      woken = true;
      check();
    },
    rearm() {
      woken = false;
    },
    untilWoken: (milliseconds) => until(() => woken || stopped, milliseconds),
    untilStopped: (milliseconds) => until(() => stopped, milliseconds),
    stop() {
      stopped = true;
      check();
    },
  };
}
