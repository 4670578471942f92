// Signs a user in by the old strategy of Passport, as its README shows, and prints who they are.
// Usage: node passport.mjs ADDRESS CLIENT_ID CLIENT_SECRET REDIRECT_URI CODE, where it is installed
import { createRequire } from "node:module";
import { join } from "node:path";

const [url, clientID, clientSecret, callbackURL, code] = process.argv.slice(2);
const { Strategy } = createRequire(join(process.cwd(), "x"))("passport-mercadolibre");
const addresses = {
  authorizationURL: `${url}/authorization`,
  tokenURL: `${url}/oauth/token`,
  profileUrl: `${url}/users/me`,
};
const strategy = new Strategy(
  { ...addresses, clientID, clientSecret, callbackURL },
  (_accessToken, refreshToken, profile, done) => done(null, { refreshToken, profile }),
);

/** What the strategy does with a request: Passport gives it these functions. */
const authenticate = (query) =>
  new Promise((resolve, reject) => {
    const actions = {
      success: (user) => resolve({ user }),
      redirect: (address) => resolve({ address }),
      fail: () => resolve({ failed: true }),
      error: reject,
    };
    Object.assign(Object.create(strategy), actions).authenticate({ query, headers: {}, connection: {} }, {});
  });

const { address } = await authenticate({});
const { user } = await authenticate({ code });
process.stdout.write(JSON.stringify({ address, user }));
