/** A form with one file, as clients send it. */
export async function pictureForm(bytes: Buffer, { name = "file", filename = "foto.jpg" } = {}) {
  const data = new FormData();
  data.append(name, new File([new Uint8Array(bytes)], filename));
  const response = new Response(data);
  const headers = { "Content-Type": response.headers.get("content-type") ?? "" };
  return { body: Buffer.from(await response.arrayBuffer()), headers };
}
