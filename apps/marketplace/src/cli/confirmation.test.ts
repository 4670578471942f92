import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirm, NotConfirmed } from "./confirmation.ts";

function terminal(isTTY: boolean) {
  const [input, output] = [new PassThrough(), new PassThrough()].map((stream) =>
    Object.assign(stream, { isTTY }),
  ) as [PassThrough & { isTTY: boolean }, PassThrough & { isTTY: boolean }];
  return { input, output };
}
const question = "Go on?";

test.each(["y\n", "yes\n", " Yes \n"])("on a terminal %j agrees", async (answer) => {
  const { input, output } = terminal(true);
  const asked = confirm({ question, input, output });
  input.write(answer);
  await asked;
  expect(String(output.read())).toContain("Go on? [y/N] ");
});

test.each(["n\n", "\n", "yesterday\n"])("on a terminal %j does not agree", async (answer) => {
  const { input, output } = terminal(true);
  const asked = confirm({ question, input, output });
  input.write(answer);
  await expect(asked).rejects.toThrow(NotConfirmed);
});

test("an input that ends does not agree", async () => {
  const { input, output } = terminal(true);
  const asked = confirm({ question, input, output });
  input.end();
  await expect(asked).rejects.toThrow("Nothing was changed");
});

test("without a terminal only --yes agrees, and the error says so", async () => {
  await expect(confirm({ question, ...terminal(false) })).rejects.toThrow("agree to that with --yes");
  await confirm({ question, yes: true, ...terminal(false) });
});
