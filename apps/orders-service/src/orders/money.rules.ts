/** An amount of two decimals as an integer: sums of floats would be off by fractions of cents. */
export const cents = (amount: number): number => Math.round(amount * 100);

const ofCents = (amount: number): number => amount / 100;

export const sumOf = (...amounts: readonly number[]): number =>
  ofCents(amounts.reduce((sum, amount) => sum + cents(amount), 0));

export const times = (amount: number, quantity: number): number => ofCents(cents(amount) * quantity);

export const minus = (amount: number, other: number): number => ofCents(cents(amount) - cents(other));

/** The part of an amount that goes with a part of a total, rounded to cents. */
export function shareOf(amount: number, part: number, total: number): number {
  if (part === total) return amount;
  const whole = BigInt(Math.max(1, cents(total)));
  const share = BigInt(cents(amount)) * BigInt(cents(part));
  return ofCents(Number((share + whole / 2n) / whole));
}
