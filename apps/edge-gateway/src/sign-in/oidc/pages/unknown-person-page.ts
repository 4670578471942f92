import { escaped, page } from "../../pages/html.ts";

interface UnknownPerson {
  /** What the sign-in page calls the issuer. */
  label: string;
  issuer: string;
  subject: string;
}

/** The page for somebody whom the issuer knows and this deployment does not. */
export const unknownPersonPage = ({ label, issuer, subject }: UnknownPerson): Buffer =>
  page(
    "You are not a user here yet",
    `<p role="alert">You have signed in at ${escaped(label)}, and no user of this marketplace is linked to you.</p>
<p>Send this to an operator, who can link you to your user:</p>
<dl>
<dt>Issuer</dt><dd><code>${escaped(issuer)}</code></dd>
<dt>Subject</dt><dd><code>${escaped(subject)}</code></dd>
</dl>
<p><a href="/sign_in">Try again</a> once they have done so.</p>`,
  );
