import type { HelpFor } from "@marketplace/conventions";
import type { problems } from "./problems.ts";

/** Why each error of this service is answered, and what to do about it. */
export const problemHelp: HelpFor<typeof problems> = {
  not_authorized: {
    why: "The token is neither of the seller nor of the buyer of the pack, or the buyer tries to change its files.",
    remedy: "Use a token of the pack's seller; buyers only read.",
  },
  file_empty: {
    why: "The form has no file, or one without a byte.",
    remedy: "Send the file in the form field `fiscal_document`.",
  },
  file_type_not_allowed: {
    why: "Invoices are PDF or XML, and the bytes have to be what the type says.",
    remedy: "Send `application/pdf`, `application/xml` or `text/xml` as the part's type.",
  },
  file_too_large: {
    why: "A file may have at most 1 MB.",
    remedy: "Make it smaller.",
  },
  too_many_files: {
    why: "A request takes two files: one PDF and one XML.",
    remedy: "Leave out the others.",
  },
  filename_empty: {
    why: "The part of the form has no file name.",
    remedy: "Send one: `filename` in the part's Content-Disposition.",
  },
  filename_not_allowed: {
    why: "The name is too long, or has characters that a file name may not have.",
    remedy: "Rename the file.",
  },
  form_broken: {
    why: "The multipart body cannot be read.",
    remedy: "Let a library write the body, and do not set Content-Type by hand: it needs the boundary.",
  },
  same_type_twice: {
    why: "Both files of the request are of the same type.",
    remedy: "Send one of each.",
  },
  pack_full: {
    why: "The pack has a PDF and an XML already.",
    remedy: "Delete its files first, then upload the new ones.",
  },
  type_exists: {
    why: "The pack has a file of this type already.",
    remedy: "Delete its files first, then upload the new ones.",
  },
  no_documents: {
    why: "No file was ever uploaded for the pack.",
    remedy: "Treat it as none. When `pack_id` of the order is null, the order's id is the pack's.",
  },
  no_documents_of_user: {
    why: "The pack has files, but none that concerns this user.",
    remedy: "Treat it as none.",
  },
  download_denied: {
    why: "The token is neither of the seller nor of the buyer of the pack.",
    remedy: "Use a token of one of them.",
  },
  document_unknown: {
    why: "The pack has no file of this id, or it was deleted.",
    remedy: "List the pack's files, and use an `id` of the list.",
  },
  document_lost: {
    why: "The file is known, but the object store does not have it.",
    remedy: "Upload it again. Operators run `marketplace invoices reconcile`.",
  },
  range_not_satisfiable: {
    why: "The header `Range` begins after the end of the file.",
    remedy: "Ask for a range within the size that `Content-Range` says, or leave the header out.",
  },
  nothing_to_delete: {
    why: "The pack has no files, or they were deleted already.",
    remedy: "Treat it as done.",
  },
  order_in_pack: {
    why: "The order belongs to a pack, and its files are the pack's.",
    remedy: "Use the order's `pack_id` in the path.",
  },
  pack_id_not_numeric: {
    why: "The pack id of the path is not a number.",
    remedy: "Send digits only.",
  },
  pack_id_invalid: {
    why: "No pack and no order has this id.",
    remedy: "Use the order's `pack_id`, or its `id` where that is null.",
  },
  site_not_supported: {
    why: "Invoices are not uploaded on this site.",
    remedy: "Nothing: the README of the invoices service lists the sites.",
  },
  biller_required: {
    why: "On this site the marketplace's biller makes the invoices of this seller.",
    remedy: "Let the biller do it.",
  },
  body_empty: {
    why: "The request for an invoice has no body.",
    remedy: "Send JSON.",
  },
  body_unreadable: {
    why: "The body is not the JSON that the operation reads.",
    remedy: "Compare it with the example in `/docs`.",
  },
  messaging_not_allowed: {
    why: "The buyer and the seller may not write to each other about this pack.",
    remedy: "Nothing, until the conversation is open.",
  },
  text_empty: {
    why: "The text of the message is missing.",
    remedy: "Send a text that can be read.",
  },
  text_too_long: {
    why: "The text has more than 500 characters.",
    remedy: "Shorten it.",
  },
  text_not_valid: {
    why: "The text holds what may not be written, such as contact data.",
    remedy: "Write it without.",
  },
  operators_only: {
    why: "The caller is no operator.",
    remedy: "Use an operator's token.",
  },
  reconciliation_running: {
    why: "One reconciliation runs at a time, and another one has not ended.",
    remedy:
      "Wait for its end: `GET /operations/invoice_reconciliations` lists it first. One whose process is gone counts as failed after a minute.",
  },
  reconciliation_not_found: {
    why: "There is no reconciliation of this id.",
    remedy: "List them: `GET /operations/invoice_reconciliations`.",
  },
};
