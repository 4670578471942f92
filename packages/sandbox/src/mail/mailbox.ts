import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Address } from "postal-mime";

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
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    // It is made with the first e-mail.
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names.filter((name) => fileForm.test(name)).sort((a, b) => (a < b ? 1 : -1));
}

export async function readMail(folder: string, file: string): Promise<Mail> {
  // The parser is loaded when it is first needed.
  const { default: PostalMime } = await import("postal-mime");
  const {
    from,
    to = [],
    subject = "",
    date,
    text = "",
  } = await PostalMime.parse(await readFile(join(folder, file)));
  return {
    id: fileForm.exec(file)?.[1] ?? file,
    from: textOf(from),
    to: to.map(textOf),
    subject,
    date: new Date(date ?? 0),
    text: text.trimEnd(),
  };
}

const textOf = (address: Address | undefined): string => {
  if (!address?.address) return address?.name ?? "";
  return address.name ? `${address.name} <${address.address}>` : address.address;
};
