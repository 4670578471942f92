import { type Check, failed, noClient, passed, skipped } from "./check.ts";
import { type ClientRequest, isCall, presentedBy } from "./client-requests.ts";
import type { Course } from "./course.ts";
import { isTaken, saying } from "./receiver-probe.ts";

/** Access tokens live for six hours. */
const lifetimeMs = 6 * 3_600_000;
const pastLifetimeMs = lifetimeMs + 60_000;
const atOnce = 5;
/** How long an answer of the token endpoint is delayed to see whether there are several at once. */
const slowMs = 300;
/** A client may try twice before it accepts invalid_grant as final. */
const maxRefusals = 2;

const withoutRefresh = skipped(
  "no refresh token was presented: let the integration renew its tokens by grant_type refresh_token",
);
const cannotCall = skipped("the integration could not use its tokens any more: mend the checks before it");

/** The requests of the client by refresh token. */
const refreshesOf = (requests: readonly ClientRequest[]): ClientRequest[] =>
  requests.filter((request) => presentedBy(request) !== undefined);

/** Lets the access token expire, and tells the client of questions. */
async function expire(course: Course, questions = 1): Promise<ClientRequest[]> {
  await course.advance(pastLifetimeMs);
  return course.tellClient(questions);
}

/** How the client renews its tokens, and ends. */
export const tokenChecks = {
  refresh: {
    id: "refresh",
    group: "tokens",
    title: "Renews an access token that has expired",
    why: "An access token lives for six hours; after that every call is answered 401.",
    remedy: "Refresh a minute before expires_in has passed, and when a call is answered 401 invalid_token.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      const requests = await expire(course);
      const calls = requests.filter(isCall);
      if (calls.some(({ status }) => status === 200)) return passed;
      if (requests.length === 0) return skipped("the integration made no call after the token had expired");
      const renewed = requests.some(({ path }) => path === "/oauth/token")
        ? "asked for new ones"
        : "not renewed";
      return failed(`${calls.length} calls with the expired token were refused; tokens were ${renewed}`);
    },
  },
  keepsRefreshToken: {
    id: "keeps-refresh-token",
    group: "tokens",
    title: "Keeps the refresh token that each renewal answers",
    why: "A refresh token works once. An old one that comes back is taken for stolen: all tokens end.",
    remedy: "Store access_token and refresh_token of each answer together, before they are used.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      if (refreshesOf(course.requests()).length === 0) await expire(course);
      const issued = course.requests().flatMap((request) => request.issued ?? []);
      const spent = new Set(refreshesOf(course.requests()).map(presentedBy));
      const refreshes = refreshesOf(await expire(course));
      if (issued.length === 0 || refreshes.length === 0) return withoutRefresh;
      return refreshes.some((request) => spent.has(presentedBy(request)))
        ? failed("a refresh token of an earlier renewal was presented again")
        : passed;
    },
  },
  refreshOnce: {
    id: "refresh-once",
    group: "tokens",
    title: "Presents each refresh token once",
    why: "The second use is refused, and after a minute it revokes what the first one gave.",
    remedy:
      "Replace the stored refresh token in the moment of the answer; never repeat a refresh that succeeded.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      const refreshes = refreshesOf(await expire(course));
      const succeeded = new Set<string>();
      for (const request of refreshes.toSorted((a, b) => a.startedAt - b.startedAt)) {
        const token = presentedBy(request) ?? "";
        if (succeeded.has(token)) return failed("a refresh token was presented again after it had been used");
        if (request.status === 200) succeeded.add(token);
      }
      return succeeded.size > 0 ? passed : withoutRefresh;
    },
  },
  refreshRace: {
    id: "refresh-race",
    group: "tokens",
    title: "Has one renewal under way at a time",
    why: "Of two renewals with one token one is refused; who stores the refused one's state has lost the user.",
    remedy: "Let all calls that find the token expired wait for one refresh; across processes, by a lock.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      await course.advance(pastLifetimeMs);
      const delay = { type: "fixed", ms: slowMs } as const;
      course.injectFault({ target: "api", match: { path: "/oauth/token" }, effect: { delay } });
      const refreshes = refreshesOf(await course.tellClient(atOnce));
      course.endFaults();
      if (refreshes.length === 0) return withoutRefresh;
      return refreshes.some((one) => refreshes.some((other) => overlap(one, other)))
        ? failed(`${refreshes.length} renewals were under way together`)
        : passed;
    },
  },
  invalidGrant: {
    id: "invalid-grant",
    group: "tokens",
    title: "Takes invalid_grant for the last word",
    why: "A refresh token that was refused stays refused: asking again only uses the limit of the endpoint up.",
    remedy: "On 400 invalid_grant mark the user as signed out, and ask them to allow the application again.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      const requests = await course.revoked();
      if (!requests) return cannotCall;
      const refused = refreshesOf(requests);
      if (refused.length === 0) return withoutRefresh;
      if (refused.length <= maxRefusals) return passed;
      return failed(`a refused refresh token was presented ${refused.length} times`);
    },
  },
  revocation: {
    id: "revocation",
    group: "tokens",
    title: "Stops calling for a user who took the permission back, and keeps acknowledging",
    why: "Calls without permission are refused one by one, and look like an attack.",
    remedy:
      "Keep acknowledging notifications of the user, and call nothing for them until they allow it again.",
    async judge(course) {
      if (!(await course.hasClient())) return noClient;
      if (!(await course.revoked())) return cannotCall;
      const calls = await course.hint();
      if (calls.length > 0) return failed(`${calls.length} further calls were made for the user`);
      const answer = await course.post(course.signed(course.payload()));
      return isTaken(answer) ? passed : failed(`the notification ${saying(answer)}`);
    },
  },
} satisfies Record<string, Check>;

const overlap = (one: ClientRequest, other: ClientRequest): boolean =>
  one !== other &&
  presentedBy(one) === presentedBy(other) &&
  one.startedAt <= other.startedAt &&
  other.startedAt < one.endedAt - slowMs / 10;
