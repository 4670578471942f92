import { escaped, page } from "./html.ts";

/** The page that says why there is nothing to see here. */
export const problemPage = (reason: string): Buffer =>
  page(
    "This does not work",
    `<p role="alert">${escaped(reason)}</p>
<p>Go back to the application you came from, and tell its makers if it happens again.</p>`,
  );
