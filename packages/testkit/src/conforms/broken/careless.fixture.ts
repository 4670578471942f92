import { notes } from "@marketplace/conventions/example";
import { startApp } from "../../http.ts";
import { conforms } from "../conforms.ts";

/** Answers everything with 200 and the same record, the way a server does that looks at nothing. */
const http = startApp((_req, res) => {
  res.setHeader("Content-Type", "application/json");
  res.end('{"id":1}');
});

const { deleteNote: _, ...examples } = {
  searchNotes: {},
  createNote: { body: { text: "x" } },
  getNote: { params: { id: 1 } },
  deleteNote: { params: { id: 1 } },
  printNote: { params: { id: 1 } },
};

conforms(notes, { http, examples });
