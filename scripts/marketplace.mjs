#!/usr/bin/env node
// `pnpm marketplace …`: the command-line tool, built when it has changed.
import { builtApp } from "./built-app.mjs";

await import(builtApp("cli"));
