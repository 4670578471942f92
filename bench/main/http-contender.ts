import { type LoadRequest, type Shape, sendLoad } from "./load.ts";
import { type Cpu, perRequest, type Sample } from "./sample.ts";

/** Something that is measured: the product or a baseline. */
export interface Contender {
  name: string;
  /** Its processes, whose descendants count as well. */
  pids: readonly number[];
  /** Runs one load: the warm-up, then the measured part. */
  run(shape: Shape): Promise<Sample>;
}

interface HttpTarget {
  name: string;
  url: string;
  pids: readonly number[];
  requests: readonly LoadRequest[];
  cpu: () => Cpu;
}

/** A contender that answers HTTP. */
export function httpContender({ name, url, pids, requests, cpu }: HttpTarget): Contender {
  let sent: readonly number[] = [];
  return {
    name,
    pids,
    async run(shape) {
      let before = cpu();
      const result = await sendLoad({ name, url, requests, sent, ...shape }, () => {
        before = cpu();
      });
      const { good, seconds, p50, p99 } = result;
      sent = result.sent;
      return { perSecond: good / seconds, p50, p99, cpu: perRequest(before, cpu(), good) };
    },
  };
}
