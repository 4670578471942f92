import { common, siteIdParam } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../../kit.ts";
import { fileRows } from "../../sharding/rows.ts";
import { tagQuery } from "../messages.resource.ts";
import { problems } from "../problems.ts";
import { download, upload } from "./attachments.service.ts";
import { mediaTypes } from "./file-types.rules.ts";

const exampleFile = "2418503621_0b6f6d2e-6f0c-4a63-9a3e-0c9d7c6d1f11.pdf";

const Uploaded = z
  .object({ id: z.string().describe("Attachment id, `<user id>_<uuid>.<ending>`") })
  .meta({ id: "UploadedAttachment" });

const AttachmentForm = z
  .object({ file: z.file().describe("A JPG, a PNG, a PDF or a TXT, at most 25 MB") })
  .meta({ id: "AttachmentForm" });

/** Attachments: files that are uploaded first, and then sent with a message. */
export const attachments = resource({
  name: "Message attachments",
  description: "Files that are uploaded first, and then sent with a message",
  fields: Uploaded,
  related: ["/messages"],
  operations: [
    operation({
      id: "uploadAttachment",
      method: "POST",
      path: "/messages/attachments",
      summary:
        "Uploads a JPG, PNG, PDF or TXT as form field file; without a message it is removed after 48 hours",
      example: "/messages/attachments?site_id=MLA",
      query: {
        site_id: siteIdParam().optional().describe("Site of the sale; the caller's when absent"),
        ...tagQuery,
      },
      upload: "multipart/form-data",
      body: AttachmentForm,
      status: 201,
      response: Uploaded,
      examples: { answer: { id: exampleFile } },
      errors: [
        problems.file_required,
        problems.one_file_only,
        problems.filename_not_allowed,
        problems.file_empty,
        problems.file_type_not_allowed,
        problems.form_broken,
        common.payload_too_large,
        common.unsupported_media_type,
        common.request_timeout,
      ],
      handle: async ({ query, caller, http }, deps) => ({
        id: await upload(deps, caller, { siteId: query.site_id ?? caller.siteId, http }),
      }),
    }),
    operation({
      id: "downloadAttachment",
      method: "GET",
      path: "/messages/attachments/{attachment_id}",
      summary: "Downloads a file, for those who sent and received it",
      example: `/messages/attachments/${exampleFile}`,
      params: { attachment_id: z.string().min(1).max(200).describe("Attachment id") },
      query: { site_id: z.string().optional().describe("Site of the sale; ignored"), ...tagQuery },
      file: mediaTypes,
      otherAnswers: { 206: "The part of the file that Range asked for" },
      errors: [
        problems.attachment_unknown,
        problems.attachment_lost,
        problems.not_conversation_party,
        problems.range_not_satisfiable,
      ],
      site: ({ params }) => fileRows(params.attachment_id),
      handle: ({ params, caller, http }, deps) =>
        download(deps, caller, { id: params.attachment_id, req: http.req }),
    }),
  ],
});
