export {
  asCaller,
  authorizationOf,
  callers,
  testAuthenticator,
  testConventions,
  testParts,
} from "./callers.ts";
export { type FakeClock, fakeClock } from "./clock.ts";
export { conforms } from "./conforms/conforms.ts";
export { untypedAnswers } from "./conforms/typed.ts";
export { expectErrorBody, expectProblem } from "./expect-problem.ts";
export { type Answer, type Http, type RequestOptions, startApp } from "./http.ts";
export { acceptingGateway, itemSummary, userProfile } from "./other-services.ts";
export { underLoad } from "./under-load.ts";
