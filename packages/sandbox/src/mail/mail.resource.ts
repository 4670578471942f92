import { join } from "node:path";
import { checkWindow, pagingQuery, utcTimestamp } from "@marketplace/conventions";
import { operation, resource } from "../feature.ts";
import { MailPage, MailView } from "./mail.schema.ts";
import { mailFiles, readMail } from "./mailbox.ts";

const listMail = operation({
  id: "listMail",
  method: "GET",
  path: "/_sandbox/mail",
  summary: "Lists the e-mails that the world sent, newest first; none where a mail server is set up",
  query: pagingQuery,
  response: MailPage,
  async handle({ query, http }, deps) {
    checkWindow(query);
    const { limit, offset } = query;
    const folder = join(deps.worlds.folderOf(deps.worldOf(http.req)), "mail");
    const files = await mailFiles(folder);
    const mails = await Promise.all(
      files.slice(offset, offset + limit).map((file) => readMail(folder, file)),
    );
    return {
      paging: { total: files.length, offset, limit },
      results: mails.flatMap((mail) => (mail ? { ...mail, date: utcTimestamp(mail.date) } : [])),
    };
  },
});

/** What people were written. */
export const mail = resource({
  name: "Mail",
  description: "The e-mails that the world sent to people; without a mail server, they are files",
  fields: MailView,
  operations: [listMail],
});
