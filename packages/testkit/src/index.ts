export {
  asCaller,
  authorizationOf,
  callers,
  testAuthenticator,
  testConventions,
  testParts,
} from "./callers.ts";
export { type FakeClock, fakeClock } from "./clock.ts";
export { type Conformance, conforms, type Example } from "./conforms/conforms.ts";
export { expectErrorBody, expectProblem } from "./expect-problem.ts";
export { type Answer, type Ask, type Http, httpClient, startApp } from "./http.ts";
export { acceptingGateway, itemSummary, userProfile } from "./other-services.ts";
export { untypedAnswers } from "./untyped.ts";
