import { renderSVG } from "uqr";
import { formTokenField } from "../../form-token.rules.ts";
import { escaped, hiddenFields, page } from "../../pages/html.ts";
import { totpPath } from "../totp-step.policy.ts";

interface CodeForm {
  formToken: string;
  /** The authorization request, as the form carries it on. */
  parameters: Iterable<readonly [string, string]>;
  /** Back to the application; absent when no application started the sign-in. */
  cancelAddress?: string | undefined;
  /** What was wrong with the code before. */
  issue?: string | undefined;
}

/** The secret for the user's authenticator app. */
interface EnrollmentSecret {
  secret: string;
  otpauth_uri: string;
}

const issuePart = (issue: string | undefined): string =>
  issue === undefined ? "" : `<p role="alert" id="issue">${escaped(issue)}</p>`;

function formPart(label: string, { formToken, parameters, cancelAddress, issue }: CodeForm): string {
  const described = issue === undefined ? "" : ' aria-describedby="issue"';
  return `<form method="post" action="${totpPath}">
${hiddenFields([...parameters, [formTokenField, formToken]])}
<label for="code">${label}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="64" required${described}>
<button type="submit" class="main">Continue</button>
${cancelAddress === undefined ? "" : `<a href="${escaped(cancelAddress)}">Cancel</a>`}
</form>`;
}

/** The page that asks for a code of the app. */
export const codePage = (form: CodeForm): Buffer =>
  page(
    "Second step",
    `${issuePart(form.issue)}
<p>Open your authenticator app and type the code that it shows for this marketplace.</p>
${formPart("Authenticator code or recovery code", form)}`,
  );

/** The page on which operators who need a second factor enroll it. */
export const enrollPage = ({ secret, otpauth_uri }: EnrollmentSecret, form: CodeForm): Buffer =>
  page(
    "Set up a second factor",
    `${issuePart(form.issue)}
<p>Operators need an authenticator app as a second factor. Scan this with the app, or type the key into it.</p>
<p role="img" aria-label="QR code for the app">${renderSVG(otpauth_uri, { pixelSize: 4, border: 4 })}</p>
<p><a href="${escaped(otpauth_uri)}">Open the app on this device</a></p>
<p>Key: <code>${escaped(secret.replace(/(.{4})(?=.)/g, "$1 "))}</code></p>
${formPart("Code that the app shows", form)}`,
  );

/** The page that shows recovery codes, once. */
export const recoveryCodesPage = (codes: readonly string[], goOnAddress: string): Buffer =>
  page(
    "Keep your recovery codes",
    `<p>Each of these codes signs you in once when you do not have your app. They are not shown again.</p>
<ul>
${codes.map((code) => `<li><code>${escaped(code)}</code></li>`).join("\n")}
</ul>
<p><a class="main" href="${escaped(goOnAddress)}">I have saved them: continue</a></p>`,
  );
