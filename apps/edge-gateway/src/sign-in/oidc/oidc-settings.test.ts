import { describe, expect, it } from "vitest";
import { readConfig } from "../../config.ts";

const required = { DATABASE_URL: "postgresql://127.0.0.1/x", INTERNAL_SECRET: "a-secret-of-some-length" };
const client = { OIDC_CLIENT_ID: "marketplace", OIDC_CLIENT_SECRET: "s" };
const complete = { SIGN_IN: "oidc", OIDC_ISSUER: "https://issuer.example", ...client };
const read = (env: Record<string, string>) => readConfig({ ...required, ...env });

describe("the settings of SIGN_IN=oidc", () => {
  it("are an issuer and a client; the others have defaults", () => {
    expect(read(complete)).toMatchObject({
      signIn: "oidc",
      oidcIssuer: "https://issuer.example",
      oidcScopes: "openid email profile",
      oidcLinkByEmail: false,
    });
  });

  it("are refused at the start when one is missing, each by its name", () => {
    expect(() => read({ SIGN_IN: "oidc" })).toThrow(
      "Invalid configuration: OIDC_ISSUER: is required with SIGN_IN=oidc; OIDC_CLIENT_ID: is required with " +
        "SIGN_IN=oidc; OIDC_CLIENT_SECRET: is required with SIGN_IN=oidc",
    );
    expect(() => read({ ...complete, OIDC_CLIENT_SECRET: "" })).toThrow(
      "Invalid configuration: OIDC_CLIENT_SECRET: is required with SIGN_IN=oidc",
    );
  });

  it("are not asked for where users sign in in another way", () => {
    for (const SIGN_IN of ["", "password", "picker"]) expect(() => read({ SIGN_IN })).not.toThrow();
  });

  it.each<Record<string, string>>([
    { OIDC_ISSUER: "issuer.example" },
    { OIDC_ISSUER: "http://issuer.example" },
    { OIDC_ISSUER: "http://127.0.0.1.example" },
    { OIDC_ISSUER: "ftp://issuer.example" },
    { OIDC_SCOPES: "email profile" },
    { OIDC_SCOPES: "openid  email" },
    { OIDC_LINK_BY_EMAIL: "yes" },
  ])("are refused when they are wrong: %j", (wrong) => {
    expect(() => read({ ...complete, ...wrong })).toThrow(
      new RegExp(`^Invalid configuration: ${Object.keys(wrong)[0]}: `),
    );
  });

  it.each(["http://127.0.0.1:4444", "http://localhost:4444/realms/x", "http://[::1]:4444"])(
    "may name an issuer on this machine without TLS: %s",
    (OIDC_ISSUER) => {
      expect(read({ ...complete, OIDC_ISSUER }).oidcIssuer).toBe(OIDC_ISSUER);
    },
  );
});
