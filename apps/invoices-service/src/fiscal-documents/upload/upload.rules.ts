import { type Cause, isBlank, type Problem } from "@marketplace/conventions";
import { problems } from "../../problems.ts";
import { isFileType, slotOf } from "../file-types.rules.ts";
import type { ReceivedFile, ReceivedForm, StoredFile } from "./received-form.record.ts";

/** Files of one request (spec: Invoices, Limits). */
export const maxFiles = 2;
const maxNameLength = 255;
/** The form field of the files (spec: Endpoints, B). */
export const fileField = "fiscal_document";

/** The problem of a part's headers: first of its name, then of its type (decisions 5.2). */
export function headerProblem({ filename, type }: { filename: string; type: string }): Problem | undefined {
  return nameProblem(filename) ?? (isFileType(type) ? undefined : problems.file_type_not_allowed({ type }));
}

function nameProblem(filename: string): Problem | undefined {
  if (isBlank(filename)) return problems.filename_empty();
  if ([...filename].length > maxNameLength)
    return problems.filename_not_allowed({ reason: `it is longer than ${maxNameLength} characters` });
  // Postgres cannot store NUL.
  if (filename.includes("\0"))
    return problems.filename_not_allowed({ reason: "it contains a NUL character" });
  return undefined;
}

/** A file that passed every check of the request and is stored. */
export type AcceptedFile = ReceivedFile & { stored: StoredFile };

/** The files of a form, stored or buffered; throws the first problem in the order of decisions 5.2. */
export function acceptedFiles({ files, failure, otherField }: ReceivedForm): ReceivedFile[] {
  if (files.length > maxFiles) throw problems.too_many_files();
  if (failure !== undefined) throw failure;
  if (files.length === 0) throw problems.file_empty({ cause: [missingFile(otherField)] });
  // A refused file may have ended the reading before earlier files were stored.
  const refused = files.find(({ problem }) => problem !== undefined);
  if (refused) throw refused.problem;
  const [first, second] = files;
  if (first && second && slotOf(first.type) === slotOf(second.type))
    throw problems.same_type_twice({ type: second.type });
  return files;
}

/** What to do where no file came: it may be in a field of another name. */
function missingFile(otherField: string | undefined): Cause {
  const send = `send the file in the form field ${fileField} of a multipart/form-data body`;
  const message =
    otherField === undefined ? send : `${send}, not in ${JSON.stringify(otherField.slice(0, 100))}`;
  return {
    code: otherField === undefined ? "required" : "wrong_field",
    message,
    references: [`body.${fileField}`],
  };
}

/** The same files, all of them stored. */
export const storedFiles = (files: readonly ReceivedFile[]): AcceptedFile[] =>
  files.map((file) => {
    if (!file.stored) throw new Error("a file was neither stored nor refused");
    return { ...file, stored: file.stored };
  });

/** The problem of adding files of these types to the present ones; `undefined` when their slots are free. */
export function stateProblem(
  { packId, sellerId }: { packId: number; sellerId: number },
  { present, types }: { present: readonly string[]; types: readonly string[] },
): Problem | undefined {
  const taken = new Set(present.map(slotOf));
  if (taken.size >= maxFiles) return problems.pack_full({ packId, sellerId });
  const type = types.find((wanted) => taken.has(slotOf(wanted)));
  return type === undefined ? undefined : problems.type_exists({ packId, sellerId, type });
}
