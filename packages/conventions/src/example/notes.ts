import { Readable } from "node:stream";
import { z } from "zod";
import {
  checkWindow,
  idParam,
  kit,
  Paging,
  pagingQuery,
  problemCatalog,
  stream,
  utcTimestamp,
  wireId,
} from "../index.ts";

/** The dependencies of the handlers; a service puts its repositories and clients here. */
export interface NotesDeps {
  notes: Map<number, Note>;
  now(): Date;
}

const Note = z
  .object({
    id: wireId().describe("Note id"),
    author: z.object({ id: wireId().describe("User id of the author") }).describe("Who wrote the note"),
    text: z.string().describe("What it says"),
    tags: z.array(z.string()).describe("Words to find it by"),
    date_created: z.iso.datetime().describe("When it was written, ISO 8601 UTC"),
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof Note>;

const NoteBody = z
  .strictObject({ text: z.string().min(1).max(280), tags: z.array(z.string()).default([]) })
  .meta({ id: "NoteBody" });

const problems = problemCatalog({
  note_not_found: { status: 404, message: ({ id }: { id: number }) => `Note not found: ${id}` },
  not_the_author: { status: 403, message: "Only its author can delete a note" },
});

const { operation, publicOperation, resource } = kit<NotesDeps>();

function found(id: number, { notes }: NotesDeps): Note {
  const note = notes.get(id);
  if (!note) throw problems.note_not_found({ id });
  return note;
}

const searchNotes = operation({
  id: "searchNotes",
  method: "GET",
  path: "/notes",
  summary: "Lists the notes, oldest first",
  query: { ...pagingQuery, tag: z.string().optional().describe("Only notes that carry this tag") },
  response: z.object({ paging: Paging, results: z.array(Note) }).meta({ id: "NotePage" }),
  handle({ query: { limit, offset, tag } }, { notes }) {
    checkWindow({ limit, offset });
    const matching = [...notes.values()].filter(({ tags }) => tag === undefined || tags.includes(tag));
    return {
      paging: { total: matching.length, offset, limit },
      results: matching.slice(offset, offset + limit),
    };
  },
});

const getNote = operation({
  id: "getNote",
  method: "GET",
  path: "/notes/{id}",
  summary: "Reads one note",
  example: "/notes/1",
  params: { id: idParam().describe("Note id") },
  response: Note,
  errors: [problems.note_not_found],
  handle: ({ params }, deps) => found(params.id, deps),
});

const createNote = operation({
  id: "createNote",
  method: "POST",
  path: "/notes",
  summary: "Writes a note",
  body: NoteBody,
  status: 201,
  response: Note,
  creates: true,
  handle({ body, caller }, { notes, now }) {
    const author = { id: caller.userId };
    const note = { id: notes.size + 1, author, ...body, date_created: utcTimestamp(now()) };
    notes.set(note.id, note);
    return note;
  },
});

const deleteNote = operation({
  id: "deleteNote",
  method: "DELETE",
  path: "/notes/{id}",
  summary: "Removes a note of the caller's own",
  example: "/notes/1",
  params: { id: idParam().describe("Note id") },
  status: 204,
  errors: [problems.note_not_found, problems.not_the_author],
  handle({ params, caller }, deps) {
    const note = found(params.id, deps);
    if (note.author.id !== caller.userId) throw problems.not_the_author();
    deps.notes.delete(note.id);
  },
});

const printNote = publicOperation({
  id: "printNote",
  method: "GET",
  path: "/notes/{id}/print",
  summary: "The note as a text file",
  example: "/notes/1/print",
  params: { id: idParam().describe("Note id") },
  file: "text/plain",
  errors: [problems.note_not_found],
  handle({ params }, deps) {
    const text = Buffer.from(found(params.id, deps).text);
    return stream(Readable.from([text]), { contentType: "text/plain", length: text.length });
  },
});

/** A small resource that uses most of the kit: in the README, and in the tests of several packages. */
export const notes = resource({
  name: "Notes",
  description: "Short texts that users leave for each other",
  fields: Note,
  related: ["/users"],
  connections: { "author.id": "/users/{id}" },
  operations: [searchNotes, createNote, getNote, deleteNote, printNote],
});
