import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { readNewPassword } from "./new-password.ts";

/** A terminal that types this; `shown` is what it displays. */
function terminal(typed: string, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => (shown += chunk.toString()));
  input.end(typed);
  return { input, output, shown: () => shown };
}

describe("a new password", () => {
  it("is generated where no source is named", async () => {
    expect(await readNewPassword({}, terminal("ignored"))).toBeUndefined();
  });

  it("comes from standard input without its last line break", async () => {
    for (const text of ["a fine password", "a fine password\n", "a fine password\r\n"])
      expect(await readNewPassword({ passwordStdin: true }, terminal(text, false))).toBe("a fine password");
  });

  it("is asked for twice on a terminal, and not shown", async () => {
    const asking = terminal("a fine password\ra fine password\r");
    expect(await readNewPassword({ passwordPrompt: true }, asking)).toBe("a fine password");
    expect(asking.shown()).toContain("New password: ");
    expect(asking.shown()).not.toContain("fine");
  });

  it.each([
    ["that is typed otherwise the second time", { passwordPrompt: true }, terminal("one\rtwo\r"), /differ/],
    ["that is not given", { passwordPrompt: true }, terminal("one\r"), /No password/],
    ["without a terminal to ask on", { passwordPrompt: true }, terminal("one\rone\r", false), /terminal/],
    ["from two sources", { passwordPrompt: true, passwordStdin: true }, terminal("one"), /Choose one/],
  ])("%s is refused", async (_what, source, asking, reason) => {
    await expect(readNewPassword(source, asking)).rejects.toThrow(reason);
  });
});
