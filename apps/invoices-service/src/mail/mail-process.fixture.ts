import { openInvoicesDatabase } from "@marketplace/database/invoices";
import { silentLogger } from "@marketplace/server";
import { createMailDispatcher } from "./mail-dispatcher.job.ts";
import { createMailer } from "./mailer.service.ts";
import { createOutgoingMailRepo } from "./outgoing-mail.repo.ts";

/** A process that sends due e-mails until it is killed. */
const { DATABASE_URL: url = "", SMTP_URL: smtpUrl } = process.env;
const names = { nickname: "ANA", first_name: "Ana", last_name: "Paz" };
const profile = (id: number) => ({
  id,
  ...names,
  site_id: "MLA",
  country_id: "AR",
  email: "ana@marketplace.example",
  roles: ["buyer"],
  phone: { area_code: "11", number: "44445555" },
  address: null,
  reputation_level: "5_green",
  moderated: false,
  intervened: false,
  messaging_allowed: true,
});
await createMailDispatcher({
  mail: createOutgoingMailRepo(openInvoicesDatabase({ url })),
  mailer: createMailer({ from: "no-reply@marketplace.example", smtpUrl, dir: "" }),
  identity: {
    users: async ({ ids }) => ids.map(profile),
    authenticate: () => Promise.reject(new Error("nobody asks")),
  },
  log: silentLogger(),
}).sendDue();
