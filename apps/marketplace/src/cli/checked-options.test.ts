import { Command } from "commander";
import { expect, test } from "vitest";
import { addApplications } from "./applications.command.ts";
import { addUsers } from "./users.command.ts";

/** Where the databases of a command are looked for; what is refused does not come that far. */
const config = () => {
  throw new Error("the databases are asked");
};

async function run(...words: string[]): Promise<void> {
  const program = new Command();
  for (const add of [addApplications, addUsers]) add(program, config);
  const quiet = (command: Command) => {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    command.commands.forEach(quiet);
  };
  quiet(program);
  await program.parseAsync(words, { from: "user" });
}

test("a limit of an application is a number, none or default: nothing is no limit", async () => {
  for (const limit of ["", "0", "1.5", "1e3", "-1", "many"])
    await expect(run("applications", "quota", "7", "--", limit)).rejects.toThrow(
      "requests_per_minute must be a whole number",
    );
  for (const limit of ["600", "none", "default"])
    await expect(run("applications", "quota", "7", limit)).rejects.toThrow("the databases are asked");
});

test("the minutes of a former secret are a number: nothing does not end it at once", async () => {
  for (const minutes of ["", "1.5", "many"])
    await expect(run("applications", "rotate-secret", "7", "--grace-minutes", minutes)).rejects.toThrow(
      "a whole number",
    );
  for (const words of [["--grace-minutes", "10"], []])
    await expect(run("applications", "rotate-secret", "7", ...words)).rejects.toThrow(
      "the databases are asked",
    );
});

test("users are listed by a role that exists", async () => {
  await expect(run("users", "list", "--role", "sellr")).rejects.toThrow("roles");
  for (const words of [["--role", "seller"], ["--status", "active"], []])
    await expect(run("users", "list", ...words)).rejects.toThrow("the databases are asked");
});
