import { Paging } from "@marketplace/conventions";
import { z } from "zod";

export const MailView = z
  .object({
    id: z.string().describe("Id of the e-mail"),
    from: z.string().describe("Who sent it"),
    to: z.array(z.string()).describe("Whom it is for"),
    subject: z.string().describe("What it is about"),
    date: z.iso.datetime().describe("When it was written, in the time of its world"),
    text: z.string().describe("What it says"),
  })
  .meta({ id: "Mail" });

export const MailPage = z
  .object({ paging: Paging, results: z.array(MailView).describe("The e-mails, newest first") })
  .meta({ id: "MailPage" });
