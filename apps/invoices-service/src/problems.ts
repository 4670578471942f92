import { problemCatalog } from "@marketplace/conventions";

interface PackSeller {
  packId: number;
  sellerId: number;
}

/** All problems of invoices-service (spec: Errors, Invoices; decisions 5). */
export const problems = problemCatalog({
  not_authorized: { status: 403, message: "Access Denied, you are not authorized." },
  file_empty: { status: 400, message: "File cannot be empty" },
  file_type_not_allowed: {
    status: 400,
    message: ({ type }: { type: string }) => `File type: ${type} is not allowed`,
  },
  file_too_large: { status: 400, message: "File Not allowed, exceeds maximum size" },
  too_many_files: {
    status: 400,
    message: "Files Not allowed, you can upload only two files, one of each type",
  },
  filename_empty: { status: 400, message: "Filename cannot be empty" },
  filename_not_allowed: {
    status: 400,
    message: ({ reason }: { reason: string }) => `Filename is not allowed: ${reason}`,
  },
  form_broken: {
    status: 400,
    message: ({ reason }: { reason: string }) => `The multipart body is not valid: ${reason}`,
  },
  same_type_twice: {
    status: 409,
    message: ({ type }: { type: string }) =>
      `Files Not allowed, you can upload only one file of type: ${type}`,
  },
  pack_full: {
    status: 409,
    message: ({ packId, sellerId }: PackSeller) =>
      `File Not allowed, the max amount of files already exist for the pack: ${packId} and seller: ${sellerId}`,
  },
  type_exists: {
    status: 409,
    message: ({ packId, sellerId, type }: PackSeller & { type: string }) =>
      `File Not allowed, a file already exists for the pack: ${packId} and seller: ${sellerId} of the type: ${type}`,
  },
  no_documents: {
    status: 404,
    message: ({ packId }: { packId: number }) =>
      `The pack_fiscal_document with pack_id: ${packId} does not exist`,
  },
  no_documents_of_user: {
    status: 404,
    message: ({ packId, userId }: { packId: number; userId: number }) =>
      `The pack_fiscal_document with pack_id: ${packId} does not have any fiscal_document attached for the user_id: ${userId}`,
  },
  download_denied: {
    status: 403,
    message: ({ id, userId }: { id: string; userId: number }) =>
      `Access Denied for user with id: ${userId} to the fiscal_document with id: ${id}.`,
  },
  document_unknown: {
    status: 400,
    message: ({ id }: { id: string }) => `The fiscal_document with id: ${id} does not exist`,
  },
  document_lost: {
    status: 404,
    message: ({ id }: { id: string }) =>
      `The fiscal_document with id: ${id} could not be retrieved from storage`,
  },
  range_not_satisfiable: {
    status: 416,
    error: "range_not_satisfiable",
    message: ({ size }: { size: number }) => `The range lies outside of the file's ${size} bytes`,
  },
  nothing_to_delete: {
    status: 404,
    message: ({ packId }: { packId: number }) =>
      `Cannot delete. The pack: ${packId} doesn't have a fiscal_document attached`,
  },
  order_in_pack: { status: 400, message: "The order belong to a pack/purchase" },
  pack_id_not_numeric: { status: 400, message: "pack.id must be numeric and not empty" },
  pack_id_invalid: { status: 400, message: "pack.id is invalid" },
  site_not_supported: {
    status: 403,
    message: ({ siteId }: { siteId: string }) =>
      `Access Denied, this API is not available on your site: ${siteId}`,
  },
  biller_required: { status: 403, message: "Access denied, you must use the biller" },
  body_empty: { status: 500, message: "The body of the request cannot be empty" },
  body_unreadable: { status: 500, message: "Error retrieving the body from the request" },
  messaging_not_allowed: { status: 403, message: "Access Denied, you are not allowed to use messaging." },
  text_empty: { status: 400, message: "The text cannot be empty" },
  text_too_long: { status: 400, message: "The text cannot be longer than the maximum of 500 characters" },
  text_not_valid: { status: 406, message: "The text is not valid" },
  operators_only: { status: 403, message: "Only operators may do this" },
  reconciliation_running: { status: 409, message: "Another reconciliation is under way" },
  reconciliation_not_found: {
    status: 404,
    message: ({ id }: { id: number }) => `Reconciliation with id ${id} not found`,
  },
});
