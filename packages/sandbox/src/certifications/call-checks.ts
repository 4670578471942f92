import { type Check, failed, noClient, passed, skipped } from "./check.ts";
import { type ClientRequest, isCall } from "./client-requests.ts";

const retryAfterS = 2;
/** Clocks of two machines, and timers, are not exact. */
const toleranceMs = 50;
/** Pauses that double make fewer attempts in the time that is looked at. */
const maxAttempts = 6;

const secrets = ["access_token", "refresh_token", "client_secret"];

/** How the client calls the API. */
export const callChecks = {
  retryAfter: {
    id: "retry-after",
    group: "tokens",
    title: "Calls again after 429 when Retry-After has passed, not before",
    why: "Calls that come too early count as well, so that the client stays blocked.",
    remedy: "Wait for the seconds of Retry-After, then repeat the call.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      course.injectCallFault({ status: 429, retry_after: retryAfterS }, { first: 1 });
      const { since } = await course.tell();
      const refused = () => since().findIndex(({ fault }) => fault !== undefined);
      const again = () => repetition(since(), refused());
      await course.until(() => again() !== undefined, course.limits.callMs + retryAfterS * 1_000);
      course.endFaults();
      await course.settled();
      const first = since()[refused()];
      const second = again();
      if (!first) return skipped("the integration made no call for this notification");
      if (!second) return failed(`${first.path} was not asked for again`);
      const waitedMs = second.startedAt - first.endedAt;
      if (waitedMs >= retryAfterS * 1_000 - toleranceMs) return passed;
      return failed(
        `Retry-After was ${retryAfterS} s, and the next call came after ${Math.round(waitedMs)} ms`,
      );
    },
  },
  backOff: {
    id: "back-off",
    group: "tokens",
    title: "Calls an API that fails less and less often",
    why: "Calls in a tight loop keep down what is trying to get up, and use the quota up.",
    remedy: "Double the pause after each 5xx, with some chance in it, and give up after a few attempts.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      course.injectCallFault({ status: 500 });
      const { since } = await course.tell();
      const refused = () => since().filter(({ fault }) => fault !== undefined);
      const called = await course.until(() => refused().length > 0);
      await course.pause(course.limits.callMs / 3);
      const attempts = refused().length;
      course.endFaults();
      await course.settled();
      if (!called) return skipped("the integration made no call for this notification");
      if (attempts <= maxAttempts) return passed;
      return failed(`one notification led to ${attempts} calls that were answered 500`);
    },
  },
  tokenInHeader: {
    id: "token-in-header",
    group: "tokens",
    title: "Sends tokens in headers and bodies, never in addresses",
    why: "Addresses are written to the logs of servers and proxies, and the tokens with them.",
    remedy: "Send Authorization: Bearer …, and the parameters of POST /oauth/token as a form.",
    async judge(course) {
      await course.hasClient();
      const requests = course.requests();
      if (requests.length === 0) return noClient;
      const [named] = requests.flatMap(({ method, path, query }) =>
        secrets.filter((name) => query.has(name)).map((name) => `${method} ${path}?${name}=…`),
      );
      return named === undefined ? passed : failed(named);
    },
  },
  statePkce: {
    id: "state-pkce",
    group: "tokens",
    title: "Sends state and a PKCE challenge with whom it sends to sign in",
    why: "Without state a stranger's code can be put under a user; without PKCE a stolen code can be used.",
    remedy:
      "Send a random state, and code_challenge with code_challenge_method=S256; check both at the return.",
    async judge(course) {
      const sent = course.requests().filter(({ path }) => path === "/authorization");
      if (sent.length === 0)
        return skipped(
          "nobody was sent to /authorization: begin a sign-in with the client id of the certification",
        );
      const missing = ["state", "code_challenge"].filter((name) =>
        sent.some(({ query }) => !query.get(name)),
      );
      if (missing.length > 0) return failed(`/authorization was asked without ${missing.join(" and ")}`);
      if (sent.some(({ query }) => query.get("code_challenge_method") !== "S256"))
        return failed("code_challenge_method was not S256");
      return passed;
    },
  },
} satisfies Record<string, Check>;

/** The same call once more, after the one at this place. */
function repetition(requests: readonly ClientRequest[], at: number): ClientRequest | undefined {
  const first = requests[at];
  return requests.slice(at + 1).find((one) => isCall(one) && one.path === first?.path);
}
