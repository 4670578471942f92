import type { Answer } from "@marketplace/testkit";
import type { Gateway } from "../../gateway.fixture.ts";
import { type Browser, browserOf } from "../browser.fixture.ts";
import type { FakeIssuer, Told } from "./fake-issuer.fixture.ts";

/** Sign-ins at a fake issuer, as browsers make them. */
export function signInsAt({ http, deps, demo }: Gateway, issuer: FakeIssuer) {
  const { client_id, redirect_uri } = demo.applications.default;
  const request = { response_type: "code", client_id, redirect_uri, state: "of the application" };
  const visits = {
    /** The authorization request of an application, as its link carries it. */
    request,
    /** Begins a sign-in; gives where the browser is sent to. */
    async begin(browser: Browser, query: Record<string, string> = {}): Promise<string | undefined> {
      const answer = await browser.get(`/sign_in/oidc?${new URLSearchParams(query)}`);
      return answer.headers.location;
    },
    /** A whole sign-in of somebody, up to the answer to the way back. */
    async signIn(browser: Browser, told: Told, userInfo: object = {}): Promise<Answer> {
      return browser.get(issuer.signIn(await visits.begin(browser), told, userInfo));
    },
    /** Who a browser is signed in as, by what the page says. */
    async signedInAs(browser: Browser): Promise<string | undefined> {
      return /signed in as <strong><bdi>([^<]*)</.exec((await browser.get("/sign_in")).text)?.[1];
    },
    newBrowser: () => browserOf(http),
    /** Links a subject to a user. */
    link: (userId: number, subject: string) =>
      deps.identities.add({
        issuer: issuer.address,
        subject,
        user_id: userId,
        created_at: deps.clock.now(),
      }),
  };
  return visits;
}
