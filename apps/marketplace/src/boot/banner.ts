import type { SignIn } from "@marketplace/edge-gateway";
import type { Demo } from "./demo.ts";

interface Announced {
  baseUrl: string;
  /** Where clients reach it, when that is elsewhere. */
  publicUrl?: string | undefined;
  sandboxFile: string;
  demo: Demo;
  signIn: SignIn;
}

/** The text that `start` prints: addresses, demo users and three commands to paste. */
export function bannerOf({ baseUrl, publicUrl, sandboxFile, demo, signIn }: Announced): string {
  const users = Object.entries(demo.users);
  const rows = users.map(
    ([name, user]) => `  ${name.padEnd(22)} ${String(user.id).padEnd(11)} ${user.access_token}`,
  );
  const lines = [
    "",
    `  Marketplace API is ready:   ${baseUrl}`,
    ...(publicUrl === undefined ? [] : [`  Clients reach it at:        ${publicUrl}`]),
    `  Console, in a browser:      ${baseUrl}/console`,
    `  Documentation:              ${baseUrl}/docs`,
    `  Everything the demo holds:  ${sandboxFile}`,
    ...(rows.length > 0 ? ["", `  ${"user".padEnd(22)} ${"id".padEnd(11)} access token`, ...rows] : []),
    ...tryIt(baseUrl, demo),
    "",
    ...waysIn(signIn, demo),
    "",
    "  Ctrl-C stops everything; the data stays.",
    "",
  ];
  return `${lines.join("\n")}\n`;
}

/** How users sign in, so that nobody has to guess whether the product is open. */
function waysIn(signIn: SignIn, { users }: Demo): string[] {
  if (signIn === "picker")
    return [
      "  Sign-in (SIGN_IN=picker): anybody who reaches this address may be any user, without a password.",
    ];
  if (signIn === "oidc")
    return ["  Sign-in (SIGN_IN=oidc): users sign in at the OpenID Connect issuer of OIDC_ISSUER."];
  const password = users.buyer_mla?.password;
  return [
    "  Sign-in (SIGN_IN=password): users sign in with nickname or e-mail and password.",
    ...(password === undefined ? [] : [`  Password of the users above: ${password}`]),
  ];
}

function tryIt(baseUrl: string, { users, fixtures }: Demo): string[] {
  const token = users.buyer_mla?.access_token;
  if (token === undefined) return ["", "  No demo data: SEED=demo fills a new data directory only."];
  const authorization = `-H 'Authorization: Bearer ${token}'`;
  const question = JSON.stringify({ item_id: fixtures.item_active, text: "Hola! Hacen envíos a Córdoba?" });
  return [
    "",
    "  Try it:",
    `  curl ${authorization} '${baseUrl}/sites/MLA/categories'`,
    `  curl ${authorization} '${baseUrl}/sites/MLA/search?q=celular&limit=3&attributes=paging,results.id,results.title'`,
    `  curl ${authorization} -H 'Content-Type: application/json' -d '${question}' '${baseUrl}/questions'`,
  ];
}
