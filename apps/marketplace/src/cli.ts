import { program } from "./cli/program.ts";
import { runTool } from "./cli/run-tool.ts";

void runTool(program);
