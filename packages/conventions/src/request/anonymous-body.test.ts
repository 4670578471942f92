import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kit, readAnonymousBytes } from "../index.ts";
import { appOf, served } from "../testing.ts";

const { publicOperation, resource } = kit<object>();
const forms = resource({
  name: "Forms",
  description: "Takes what anybody sends",
  fields: z.object({ size: z.int().describe("Bytes that came") }),
  operations: [
    publicOperation({
      id: "sendForm",
      method: "POST",
      path: "/forms",
      summary: "Tells the size of a form",
      upload: "application/x-www-form-urlencoded",
      response: z.object({ size: z.int() }),
      handle: async ({ http: { req, res } }) => ({ size: (await readAnonymousBytes(req, res)).length }),
    }),
  ],
});

describe("a body that anybody may send", () => {
  const { fetch } = served(appOf([forms], {}));
  const send = (bytes: number, stream: boolean) => {
    const body = new Blob(["a".repeat(bytes)]);
    const sent = stream ? { body: body.stream(), duplex: "half" as const } : { body };
    return fetch("/forms", { method: "POST", ...sent });
  };

  it.each([false, true])(
    "is read up to 64 KiB, whether or not its length is said (chunked: %s)",
    async (chunked) => {
      const taken = await send(65_536, chunked);
      expect([taken.status, await taken.json()]).toEqual([200, { size: 65_536 }]);
      const refused = await send(65_537, chunked);
      expect([refused.status, await refused.json()]).toMatchObject([413, { error: "payload_too_large" }]);
    },
  );
});
