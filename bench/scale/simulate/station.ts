/** A resource of several servers, each of which works on one job at a time, first come, first served. */
export interface Station {
  servers: number;
  /**
   * `shared`: a free server takes the longest waiting job, as cores of one Postgres do. `each`: a server has
   * its own queue and jobs go to the servers in turn, as to processes behind a gateway.
   */
  queues: "shared" | "each";
  /** It begins no work for so long. Jobs wait, or are refused at once. */
  outage?: { at: number; seconds: number; refuses: boolean };
}

export interface Job {
  /** Of work. */
  seconds: number;
  done: () => void;
  refused: () => void;
}

export interface Time {
  now: () => number;
  after: (delay: number, run: () => void) => void;
}

interface Lane {
  free: number;
  jobs: Job[];
  /** Jobs before this one have begun. */
  head: number;
}

/** Seconds of work for all servers that count as a backlog. */
const backlogSeconds = 1;
/** Begun jobs are removed from an array when it has this many. */
const longestTail = 1_000;

/** Opens a station of a simulation. */
export function openStation({ servers, queues, outage }: Station, { now, after }: Time) {
  const lanes: Lane[] = Array.from({ length: queues === "shared" ? 1 : servers }, () => ({
    free: queues === "shared" ? servers : 1,
    jobs: [],
    head: 0,
  }));
  let [turn, closed, waitingSeconds, backlogUntil] = [0, false, 0, 0];

  function begin(lane: Lane): void {
    while (!closed && lane.free > 0 && lane.head < lane.jobs.length) {
      const job = shift(lane);
      lane.free -= 1;
      after(job.seconds, () => {
        lane.free += 1;
        begin(lane);
        job.done();
      });
    }
  }

  function shift(lane: Lane): Job {
    const job = lane.jobs[lane.head] as Job;
    lane.head += 1;
    if (lane.head === longestTail) {
      lane.jobs.splice(0, lane.head);
      lane.head = 0;
    }
    if (waitingSeconds > backlogSeconds * servers) backlogUntil = now();
    waitingSeconds -= job.seconds;
    return job;
  }

  if (outage) {
    after(outage.at, () => {
      closed = true;
      for (const lane of outage.refuses ? lanes : [])
        while (lane.head < lane.jobs.length) shift(lane).refused();
    });
    after(outage.at + outage.seconds, () => {
      closed = false;
      for (const lane of lanes) begin(lane);
    });
  }

  return {
    take(job: Job): void {
      if (closed && outage?.refuses) {
        job.refused();
        return;
      }
      const lane = lanes[turn] as Lane;
      turn = (turn + 1) % lanes.length;
      lane.jobs.push(job);
      waitingSeconds += job.seconds;
      begin(lane);
    },
    backlogUntil: () => backlogUntil,
  };
}
