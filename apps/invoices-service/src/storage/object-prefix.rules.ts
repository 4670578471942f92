/** The prefix of all keys of this service. */
export const objectPrefix = "fiscal-documents/";
