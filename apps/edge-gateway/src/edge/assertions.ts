import { type Authentication, signAssertion } from "@marketplace/conventions";
import { type SystemClock, systemClock } from "@marketplace/server";

/** How long an assertion is reused, in milliseconds. Services accept it for twice as long after that. */
const reuseMs = 10_000;

interface Signed {
  text: string;
  /** The time of signing, by the monotonic clock (age) and the wall clock (expiry). */
  at: { monotonicMs: number; time: number };
}

/** Signs assertions; reuses them by object, which is the same while the token check caches a token. */
export function assertions(
  secret: string,
  clock: SystemClock = systemClock,
): (authentication: Authentication) => string {
  const signed = new WeakMap<Authentication, Signed>();
  return (authentication) => {
    const at = { monotonicMs: clock.monotonicMs(), time: clock.now().getTime() };
    const present = signed.get(authentication);
    if (present && mayBeSentAgain(present.at, at)) return present.text;
    const text = signAssertion(secret, authentication, at.time);
    signed.set(authentication, { text, at });
    return text;
  };
}

/** False after the wall clock was set: services would find the assertion expired, or valid for too long. */
function mayBeSentAgain(signed: Signed["at"], now: Signed["at"]): boolean {
  const age = now.time - signed.time;
  return now.monotonicMs - signed.monotonicMs < reuseMs && age >= 0 && age < reuseMs;
}
