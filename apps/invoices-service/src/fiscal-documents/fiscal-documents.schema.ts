import { utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import { fileTypes } from "./file-types.rules.ts";
import type { DocumentRecord } from "./fiscal-documents.repo.ts";

const FiscalDocument = z
  .object({
    id: z.string().describe("Id of the stored file"),
    date: z.string().describe("When it was uploaded, ISO 8601 UTC"),
    file_type: z.enum(fileTypes).describe("Media type"),
    filename: z.string().describe("Name as the seller gave it"),
  })
  .meta({ id: "FiscalDocument" });

export const FiscalDocumentList = z
  .object({
    pack_id: z.int().describe("Pack the files belong to"),
    fiscal_documents: z.array(FiscalDocument).describe("Files; empty when they were removed"),
  })
  .meta({ id: "FiscalDocumentList" });

/** The form of an upload, for the documentation: the upload reads it as it streams in. */
export const UploadForm = z
  .object({
    fiscal_document: z.array(z.file()).min(1).max(2).describe("A PDF, an XML, or one of each"),
    access_token: z.string().optional().describe("The token, where no header carries it"),
  })
  .meta({ id: "FiscalDocumentForm" });

export const Uploaded = z
  .object({ ids: z.array(z.string()).describe("Ids of the stored files, in the order they were sent") })
  .meta({ id: "UploadedFiscalDocuments" });

export const Deleted = z
  .object({ message: z.string().describe("Names the deleted files") })
  .meta({ id: "DeletedFiscalDocuments" });

/** A document as its seller and its buyer see it. */
export const documentView = ({
  id,
  createdAt,
  fileType,
  filename,
}: DocumentRecord): z.output<typeof FiscalDocument> => ({
  id,
  date: utcTimestamp(createdAt),
  file_type: fileType,
  filename,
});
