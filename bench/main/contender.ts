import { type LoadRequest, type Shape, sendLoad } from "./load.ts";
import { type Cpu, perRequest, type Sample } from "./sample.ts";

/** Something that is measured: the product, or what it is measured against. */
export interface Contender {
  name: string;
  /** Its processes; what these started belongs to it as well. */
  pids: readonly number[];
  /** Runs once: warm-up, then the measured part. */
  run(shape: Shape): Promise<Sample>;
}

interface Answering {
  name: string;
  url: string;
  pids: readonly number[];
  requests: readonly LoadRequest[];
  cpu: () => Cpu;
}

/** A contender that answers HTTP. */
export const answering = ({ name, url, pids, requests, cpu }: Answering): Contender => ({
  name,
  pids,
  async run(shape) {
    let before = cpu();
    const result = await sendLoad({ name, url, requests, ...shape }, () => {
      before = cpu();
    });
    const { good, seconds, p50, p99 } = result;
    return { perSecond: good / seconds, p50, p99, cpu: perRequest(before, cpu(), good) };
  },
});
