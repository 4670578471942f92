import { notes } from "@marketplace/conventions/example";
import { startApp } from "../../http.ts";
import { conforms } from "../conforms.ts";

/** A server that answers 200 with the same record to every request. */
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
