import { problemCatalog } from "@marketplace/conventions";

/** All problems of messages (commerce.md 6). */
export const problems = problemCatalog({
  not_conversation_party: {
    status: 403,
    message: ({ resource }: { resource: number }) => `User access token invalid for resource ${resource}`,
  },
  conversation_blocked: {
    status: 403,
    error: "blocked_conversation_send_message_forbidden",
    message: "blocked_conversation_send_message_forbidden",
  },
  status_update_forbidden: { status: 403, message: "The user can not update the status of the conversation" },
  field_required: {
    status: 400,
    message: ({ field }: { field: string }) => `The field '${field}' is required`,
  },
  content_too_long: {
    status: 400,
    message: ({ max }: { max: number }) =>
      `The message content is too long, max characters allowed are ${max}`,
  },
  receiver_invalid: { status: 400, message: "The field 'to.user_id' is not the other side of the pack" },
  message_unknown: { status: 400, message: "The specified message id does not exists" },
  attachment_invalid: {
    status: 422,
    error: "unprocessable_entity",
    message: "Attachment key is invalid or not found",
  },
  attachment_unknown: { status: 404, message: "Attachment key is invalid or not found" },
  attachment_lost: {
    status: 404,
    message: ({ id }: { id: string }) => `The attachment with id: ${id} could not be retrieved from storage`,
  },
  range_not_satisfiable: {
    status: 416,
    error: "range_not_satisfiable",
    message: ({ size }: { size: number }) => `The range lies outside of the file's ${size} bytes`,
  },
  file_required: { status: 400, message: "The field 'file' is required" },
  one_file_only: { status: 400, message: "Send one file, in the form field file" },
  filename_not_allowed: { status: 400, message: "The name of the file is empty, too long or not allowed" },
  file_empty: { status: 400, message: "File cannot be empty" },
  file_type_not_allowed: { status: 400, message: "File type is not allowed: send a JPG, PNG, PDF or TXT" },
  form_broken: {
    status: 400,
    message: ({ reason }: { reason: string }) => `The multipart body is not valid: ${reason}`,
  },
  option_invalid: { status: 404, message: "The option selected is not valid" },
  option_used: {
    status: 403,
    message: ({ option }: { option: string }) => `You are not allowed to execute the option ${option} again`,
  },
  template_invalid: { status: 400, message: ({ id }: { id: string }) => `The template ${id} is invalid` },
  template_vars_invalid: {
    status: 400,
    message: ({ id }: { id: string }) => `The vars of the template ${id} are invalid`,
  },
});
