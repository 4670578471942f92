import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApp } from "@marketplace/testkit";
import { afterAll, expect, it } from "vitest";
import { adminHeaders, testLab } from "../lab.fixture.ts";

const admin = { headers: adminHeaders };
const dataDir = await mkdtemp(join(tmpdir(), "lab-mail-"));
afterAll(() => rm(dataDir, { recursive: true }));
const http = startApp(() => testLab({ folder: dataDir }).around((_req, res) => void res.end()));
const read = async (query = "") => (await http.get(`/_sandbox/mail${query}`, admin)).json();

/** As the development mailer writes it. */
const eml = (subject: string, date: string) =>
  [
    "From: Marketplace <no-reply@marketplace.example>",
    "To: =?UTF-8?Q?Jos=C3=A9?= <jose@example.com>",
    `Subject: ${subject}`,
    `Date: ${date}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: quoted-printable",
    "",
    "Hola, Jos=C3=A9:",
    "",
  ].join("\n");

it("is empty before the first e-mail", async () => {
  expect(await read()).toEqual({ paging: { total: 0, offset: 0, limit: 50 }, results: [] });
});

it("lists e-mails, newest first", async () => {
  await mkdir(join(dataDir, "mail"));
  const ids = ["0b6f6d2e-6f0c-4a63-9a3e-0c9d7c6d1f11", "1b6f6d2e-6f0c-4a63-9a3e-0c9d7c6d1f12"];
  const file = (moment: string, id = "") => join(dataDir, "mail", `${moment}-${id}.eml`);
  const first = eml("=?UTF-8?Q?La_factura_n=C2=BA_1?=", "Mon, 02 Mar 2026 10:00:00 +0000");
  await writeFile(file("2026-03-02T10-00-00.000Z", ids[0]), first);
  await writeFile(file("2026-03-03T10-00-00.000Z", ids[1]), eml("Two", "Tue, 03 Mar 2026 10:00:00 +0000"));
  await writeFile(join(dataDir, "mail", "being-written.tmp"), "");
  expect(await read()).toMatchObject({ paging: { total: 2 }, results: [{ id: ids[1] }, { id: ids[0] }] });
  expect(await read("?offset=1")).toMatchObject({
    results: [
      {
        id: ids[0],
        from: "Marketplace <no-reply@marketplace.example>",
        to: ["José <jose@example.com>"],
        subject: "La factura nº 1",
        date: "2026-03-02T10:00:00.000Z",
        text: "Hola, José:",
      },
    ],
  });
});

it("lists e-mails of any date, and leaves out one that is gone by the time it is read", async () => {
  const folder = join(dataDir, "mail");
  const nameOf = (moment: string) => `${moment}-2b6f6d2e-6f0c-4a63-9a3e-0c9d7c6d1f13.eml`;
  await writeFile(join(folder, nameOf("2026-03-04")), eml("Undated", "yesterday"));
  await symlink(join(folder, "nothing"), join(folder, nameOf("2026-03-05")));
  expect(await read("?limit=2")).toMatchObject({
    paging: { total: 4 },
    results: [{ subject: "Undated", date: "1970-01-01T00:00:00.000Z" }],
  });
});
