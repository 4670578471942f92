// What the command of the npm package runs. The product starts without loading the tool.
const [command, ...rest] = process.argv.slice(2);

if (command === undefined || command === "start") {
  const { startPackaged } = await import("./boot/start-packaged.ts");
  await startPackaged(rest).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
} else {
  const { packagedProgram } = await import("./cli/packaged-program.ts");
  const { runTool } = await import("./cli/run-tool.ts");
  await runTool(packagedProgram());
}
