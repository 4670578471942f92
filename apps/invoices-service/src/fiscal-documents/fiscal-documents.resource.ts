import { common } from "@marketplace/conventions";
import { z } from "zod";
import { operation, publicOperation, resource } from "../kit.ts";
import { packIdParam, packIdProblem } from "../packs/pack-id.schema.ts";
import { rowsOfPath } from "../packs/packs.service.ts";
import { problems } from "../problems.ts";
import { download } from "./download.service.ts";
import { fileTypes } from "./file-types.rules.ts";
import {
  Deleted,
  documentView,
  FiscalDocumentList,
  Uploaded,
  UploadForm,
} from "./fiscal-documents.schema.ts";
import { deleteDocuments, deletionMessage, listDocuments } from "./fiscal-documents.service.ts";
import { upload } from "./upload/upload.service.ts";

const path = "/packs/{pack_id}/fiscal_documents";
const pack_id = packIdParam;
const exampleFile = "2418503621_0b6f6d2e-6f0c-4a63-9a3e-0c9d7c6d1f11";
/** Problems of every operation on a pack. */
const packErrors = [
  problems.pack_id_not_numeric,
  problems.pack_id_invalid,
  problems.order_in_pack,
  problems.not_authorized,
  problems.site_not_supported,
  problems.biller_required,
];

/** Fiscal documents: the invoice files that a seller attaches to a pack. */
export const fiscalDocuments = resource({
  name: "Fiscal documents",
  description: "Invoice files of a pack: a PDF and an XML, uploaded by its seller, read by seller and buyer",
  fields: FiscalDocumentList,
  related: ["/packs", "/orders"],
  connections: { pack_id: "/packs/{id}" },
  operations: [
    publicOperation({
      id: "uploadFiscalDocuments",
      method: "POST",
      path,
      summary:
        "Uploads a PDF, an XML or both as form field fiscal_document; the token (scope write) may also be the form field access_token",
      example: "/packs/4600000001/fiscal_documents",
      params: { pack_id: z.string().describe("Pack id") },
      // The token, maybe in the form, is checked first (decisions 5.2).
      rawParams: true,
      upload: "multipart/form-data",
      body: UploadForm,
      formTokenScope: "write",
      response: Uploaded,
      errors: [
        ...packErrors,
        problems.too_many_files,
        problems.filename_empty,
        problems.filename_not_allowed,
        problems.file_type_not_allowed,
        problems.file_empty,
        problems.file_too_large,
        problems.form_broken,
        problems.same_type_twice,
        problems.pack_full,
        problems.type_exists,
        common.unsupported_media_type,
        common.request_timeout,
      ],
      problems: { invalid: packIdProblem },
      handle: async ({ params, http }, deps) => ({ ids: await upload(deps, http, params.pack_id) }),
    }),
    operation({
      id: "listFiscalDocuments",
      method: "GET",
      path,
      summary: "Lists the files of a pack: a seller those they loaded, the buyer all",
      example: "/packs/4600000001/fiscal_documents",
      params: { pack_id },
      response: FiscalDocumentList,
      errors: [...packErrors, problems.no_documents, problems.no_documents_of_user],
      problems: { invalid: packIdProblem },
      site: rowsOfPath,
      async handle({ params, caller }, deps) {
        const documents = await listDocuments(deps, caller, params.pack_id);
        return { pack_id: params.pack_id, fiscal_documents: documents.map(documentView) };
      },
    }),
    operation({
      id: "downloadFiscalDocument",
      method: "GET",
      path: `${path}/{fiscal_document_id}`,
      summary: "Downloads a file exactly as it was uploaded; its media type is the one of the upload",
      example: `/packs/4600000001/fiscal_documents/${exampleFile}`,
      params: { pack_id, fiscal_document_id: z.string().describe("Id of the stored file") },
      file: fileTypes,
      otherAnswers: { 206: "The part of the file that Range asked for" },
      errors: [
        ...packErrors,
        problems.document_unknown,
        problems.download_denied,
        problems.document_lost,
        problems.range_not_satisfiable,
      ],
      problems: { invalid: packIdProblem },
      site: rowsOfPath,
      handle: ({ params, caller, http }, deps) =>
        download(deps, caller, { packId: params.pack_id, id: params.fiscal_document_id, req: http.req }),
    }),
    operation({
      id: "deleteFiscalDocuments",
      method: "DELETE",
      path,
      summary: "Deletes all files that the seller loaded to the pack",
      example: "/packs/4600000001/fiscal_documents",
      params: { pack_id },
      response: Deleted,
      examples: { answer: { message: deletionMessage([exampleFile]) } },
      errors: [...packErrors, problems.nothing_to_delete],
      problems: { invalid: packIdProblem },
      site: rowsOfPath,
      handle: async ({ params, caller }, deps) => ({
        message: deletionMessage(await deleteDocuments(deps, caller, params.pack_id)),
      }),
    }),
  ],
});
