#!/usr/bin/env node
// `pnpm marketplace …`: the command-line tool, rebuilt when its sources have changed.
import { builtApp } from "./built-app.mjs";

await import(builtApp("cli"));
