import { periods } from "./periods.rules.ts";
import type { PeriodSum } from "./response-time.repo.ts";

export interface Segment {
  response_time: number;
  sales_percent_increase: number | null;
}

/** The average waiting time of some periods in whole minutes, half rounded up; 0 without questions. */
export function averageMinutes(sums: readonly Omit<PeriodSum, "period">[]): number {
  const questions = sums.reduce((total, sum) => total + sum.questions, 0);
  const seconds = sums.reduce((total, sum) => total + sum.seconds, 0);
  return questions === 0 ? 0 : Math.floor(seconds / questions / 60 + 0.5);
}

/**
 * The projected percentage of additional sales if answers came in under an hour: `null` up to 60 minutes,
 * then rising with the logarithm of the delay, from 1 to 30 % (2 % for two hours, 12 % for a day, 20 % for a
 * week).
 */
export function salesPercentIncrease(minutes: number): number | null {
  if (minutes <= 60) return null;
  return Math.min(30, Math.max(1, Math.round(4 * Math.log(minutes / 60) - 0.5)));
}

/** The response time record of a seller from the sums of its periods. */
export function responseTimeRecord(userId: number, sums: readonly PeriodSum[]) {
  const segment = (period: number): Segment => {
    const minutes = averageMinutes(sums.filter((sum) => sum.period === period));
    return { response_time: minutes, sales_percent_increase: salesPercentIncrease(minutes) };
  };
  return {
    user_id: userId,
    total: { response_time: averageMinutes(sums) },
    weekend: segment(periods.weekend),
    weekdays_working_hours: segment(periods.workingHours),
    weekdays_extra_hours: segment(periods.extraHours),
  };
}
