import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "postal-mime";
import { unlessGone } from "../worlds/link-tree.ts";

/** An e-mail that was sent. */
export interface Mail {
  id: string;
  from: string;
  to: string[];
  subject: string;
  date: Date;
  text: string;
}

/** `<moment>-<uuid>.eml`: the moment comes first, so that names sort by it. */
const fileForm = /^.+-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/;

/** The files of the e-mails in a folder, newest first. */
export async function mailFiles(folder: string): Promise<string[]> {
  // It is made with the first e-mail.
  const names = (await readdir(folder).catch(unlessGone)) ?? [];
  return names.filter((name) => fileForm.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

/** Reads an e-mail; `undefined` when it has gone, as at a reset. */
export async function readMail(folder: string, file: string): Promise<Mail | undefined> {
  const raw = await readFile(join(folder, file)).catch(unlessGone);
  if (!raw) return undefined;
  // The parser is loaded when it is first needed.
  const { default: PostalMime } = await import("postal-mime");
  const { from, to = [], subject = "", date, text = "" } = await PostalMime.parse(raw);
  return {
    id: fileForm.exec(file)?.[1] ?? file,
    from: textOf(from),
    to: to.map(textOf),
    subject,
    date: dateOf(date),
    text: text.trimEnd(),
  };
}

/** An e-mail of an archive may say anything; one without a date is older than all others. */
function dateOf(text = ""): Date {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}

const textOf = (address: Address | undefined): string => {
  if (!address?.address) return address?.name ?? "";
  return address.name ? `${address.name} <${address.address}>` : address.address;
};
