import { type Authentication, signAssertion } from "@marketplace/conventions";

/** How long an assertion is sent again, in milliseconds: a service still believes it for twice as long. */
const reuseMs = 10_000;

interface Signed {
  text: string;
  until: number;
}

/**
 * Signs what the gateway knows of callers. What it knows of a token is one object for as long as it remembers the token,
 * and needs no new signature for each of the requests that come meanwhile.
 */
export function assertions(secret: string, now = Date.now): (authentication: Authentication) => string {
  const signed = new WeakMap<Authentication, Signed>();
  return (authentication) => {
    const time = now();
    const present = signed.get(authentication);
    if (present && present.until > time) return present.text;
    const text = signAssertion(secret, authentication, time);
    signed.set(authentication, { text, until: time + reuseMs });
    return text;
  };
}
