import { type Authentication, signAssertion } from "@marketplace/conventions";
import { type SystemClock, systemClock } from "@marketplace/server";

/** How long an assertion is sent again, in milliseconds: a service still believes it for twice as long. */
const reuseMs = 10_000;

interface Signed {
  text: string;
  /** When it was signed: by the clock that tells how long ago, and by the one that its end is told in. */
  at: { monotonicMs: number; time: number };
}

/**
 * Signs what the gateway knows of callers. What it knows of a token is one object for as long as it remembers the token,
 * and needs no new signature for each of the requests that come meanwhile.
 */
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

/** Not after the clock was set, either way: a service would find the end over, or far away. */
function mayBeSentAgain(signed: Signed["at"], now: Signed["at"]): boolean {
  const age = now.time - signed.time;
  return now.monotonicMs - signed.monotonicMs < reuseMs && age >= 0 && age < reuseMs;
}
