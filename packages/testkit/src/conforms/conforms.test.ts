import { bareApp, failure, mount, unknownRoute } from "@marketplace/conventions";
import { type NotesDeps, notes } from "@marketplace/conventions/example";
import { asCaller, callers, testConventions } from "../callers.ts";
import { startApp } from "../http.ts";
import { conforms } from "./conforms.ts";

const conventions = testConventions();
const deps: NotesDeps = { notes: new Map(), now: () => new Date("2026-03-10T15:00:00.000Z") };

const app = bareApp();
app.use(mount([notes], deps, conventions));
app.use(unknownRoute(conventions));
app.use(failure(conventions));
const http = startApp(app);

const author = asCaller({ userId: 1_000_000_009 });

async function writtenNote(): Promise<number> {
  const answer = await http.post("/notes", { as: author, body: { text: "See the manual", tags: ["help"] } });
  return answer.json<{ id: number }>().id;
}

conforms(notes, {
  http,
  as: callers.seller,
  examples: {
    searchNotes: async () => {
      await firstNote();
      return { query: { limit: 1 } };
    },
    createNote: { body: { text: "Hello", tags: ["greeting"] } },
    getNote: async () => ({ params: { id: await firstNote() } }),
    deleteNote: async () => ({ params: { id: await writtenNote() }, as: author }),
    printNote: async () => ({ params: { id: await firstNote() } }),
  },
});

let first: Promise<number> | undefined;
function firstNote(): Promise<number> {
  first ??= writtenNote();
  return first;
}
