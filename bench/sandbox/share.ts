import type { Row } from "../main/measure.ts";

/** Prints what is measured in turns, each relative to the first. */
export function printShare(rows: readonly Row[]): void {
  for (const { contender, median, ofLimit, ofLimitByCpu } of rows) {
    const { server, postgres } = median.cpu;
    const shares = [ofLimit, ofLimitByCpu].map((share) => (share === undefined ? "" : percent(share)));
    console.log(
      `${contender.padEnd(26)} ${median.perSecond.toFixed(0).padStart(7)} requests/s ${shares[0]?.padStart(6)}` +
        ` ${server.toFixed(0).padStart(6)} us of CPU ${shares[1]?.padStart(6)} ${postgres.toFixed(0).padStart(6)} us of Postgres`,
    );
  }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
