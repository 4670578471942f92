import type { Authentication } from "@marketplace/conventions";
import type { ordersService } from "../../orders.fixture.ts";

/** A file of a form. */
export interface Part {
  name?: string;
  filename?: string;
  type?: string;
  content?: Buffer | string;
}

/** A multipart body of these files. */
export async function form(parts: readonly Part[]) {
  const data = new FormData();
  for (const { name = "file", filename = "factura.pdf", type = "application/pdf", content = pdf } of parts)
    data.append(name, new File([new Uint8Array(Buffer.from(content))], filename, { type }));
  const response = new Response(data);
  const headers = { "Content-Type": response.headers.get("content-type") ?? "" };
  return { body: Buffer.from(await response.arrayBuffer()), headers };
}

export const pdf = "%PDF-1.4 some bytes";
export const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.alloc(9_000, 7),
]);

type Http = Awaited<ReturnType<typeof ordersService>>["http"];

/** Uploads of a service. */
export function uploads(http: Http) {
  const upload = async (as: Authentication, ...parts: Part[]) =>
    http.post("/messages/attachments?tag=post_sale&site_id=MLA", { as, ...(await form(parts)) });
  return {
    upload,
    /** Uploads a file that is accepted, and gives its id. */
    async uploaded(as: Authentication, part: Part = {}): Promise<string> {
      const answer = await upload(as, part);
      if (answer.status !== 201) throw new Error(`the upload failed: ${answer.text}`);
      return answer.json<{ id: string }>().id;
    },
  };
}
