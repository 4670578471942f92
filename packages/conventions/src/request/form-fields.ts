/** A field of a form, as it was sent. */
export type FormField = readonly [name: string, value: string];

/** Whether a body is JSON whatever it is called: public clients label forms as JSON and JSON as forms. */
export const isJsonText = (text: string): boolean => /^\s*[{[]/.test(text);

/** The fields of a multipart form in order, without its files; rejects when it is malformed. */
export async function multipartFields(bytes: Buffer, contentType: string): Promise<FormField[]> {
  const body = new Response(new Uint8Array(bytes), { headers: { "Content-Type": contentType } });
  return [...(await body.formData())].flatMap(([name, value]): FormField[] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}
