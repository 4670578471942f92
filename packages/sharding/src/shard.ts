/** Work in the background. */
export interface Job {
  stop(): Promise<void>;
}

/** The database of a site. */
export interface Shard<Deps> {
  /** Host, port and name. */
  readonly address: string;
  /** The dependencies on this database alone, and those that handlers get. */
  readonly own: Deps;
  readonly deps: Deps;
  using<T>(work: () => Promise<T>): Promise<T>;
  start(job: (deps: Deps) => Job): void;
  stop(): Promise<void>;
  /** Stops its job, and closes it when nobody uses it any more. */
  retire(): Promise<void>;
}

export function openShard<Deps extends { close(): Promise<void> }>(
  address: string,
  own: Deps,
  present: (of: Deps) => Deps,
): Shard<Deps> {
  let users = 0;
  let job: Job | undefined;
  let unused = () => {};
  const stop = async () => {
    await job?.stop();
    job = undefined;
  };
  return {
    address,
    own,
    deps: present(own),
    async using(work) {
      users += 1;
      try {
        return await work();
      } finally {
        users -= 1;
        if (users === 0) unused();
      }
    },
    start(begin) {
      job = begin(own);
    },
    stop,
    async retire() {
      await stop();
      const last = new Promise<void>((resolve) => {
        unused = resolve;
      });
      if (users > 0) await last;
      await own.close();
    },
  };
}
