import { displayName } from "../../applications/display-name.rules.ts";
import { formTokenField } from "../form-token.rules.ts";
import { escaped, hiddenFields, page } from "./html.ts";

/** What an application wants users to sign in for. */
export interface SignInFor {
  applicationName: string;
  /** The authorization request, as the form carries it on. */
  parameters: Iterable<readonly [string, string]>;
  /** Where Cancel leads: back to the application. */
  cancelAddress: string;
}

/** Who is signed in already. */
export interface SignedIn {
  nickname: string;
  /** For the form that signs them out. */
  formToken: string;
  /** Where they go on as they are; absent when nobody has sent them here. */
  goOnAddress?: string | undefined;
}

export interface SignInPage {
  formToken: string;
  target?: SignInFor | undefined;
  signedIn?: SignedIn | undefined;
  /** What was typed before. */
  login?: string | undefined;
  /** What was wrong with it. */
  issue?: string | undefined;
  /** Where users sign in in place of a password. */
  issuer?: IssuerLink | undefined;
}

interface IssuerLink {
  label: string;
  address: string;
}

/** The page on which users prove who they are. It needs no script. */
export function signInPage(shown: SignInPage): Buffer {
  const { target, signedIn, issue, issuer } = shown;
  const main = `
${issue === undefined ? "" : `<p role="alert" id="issue">${escaped(issue)}</p>`}
${target ? `<p>to go on to <strong><bdi>${escaped(displayName(target.applicationName))}</bdi></strong></p>` : ""}
${signedIn ? signedInPart(signedIn) : ""}
${issuer ? issuerPart(issuer, target) : passwordPart(shown)}`;
  return page(signedIn ? "Sign in with another account" : "Sign in", main);
}

const issuerPart = ({ label, address }: IssuerLink, target: SignInFor | undefined): string =>
  `<p><a class="main" href="${escaped(address)}">Sign in with ${escaped(label)}</a> ${cancelPart(target)}</p>`;

const cancelPart = (target: SignInFor | undefined): string =>
  target ? `<a href="${escaped(target.cancelAddress)}">Cancel</a>` : "";

function passwordPart({ formToken, target, login = "", issue }: SignInPage): string {
  const described = issue === undefined ? "" : ' aria-describedby="issue"';
  return `<form method="post" action="/sign_in">
${hiddenFields([...(target?.parameters ?? []), [formTokenField, formToken]])}
<label for="login">Nickname or e-mail</label>
<input id="login" name="login" value="${escaped(login)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required${described}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button type="submit" class="main">Sign in</button>
${cancelPart(target)}
</form>`;
}

function signedInPart({ nickname, formToken, goOnAddress }: SignedIn): string {
  const goOn = goOnAddress ? `<p><a href="${escaped(goOnAddress)}">Go on with this account</a></p>` : "";
  return `<p>You are signed in as <strong><bdi>${escaped(displayName(nickname))}</bdi></strong>.</p>
${goOn}
<form method="post" action="/sign_out">
${hiddenFields([[formTokenField, formToken]])}
<button type="submit">Sign out</button>
</form>`;
}
