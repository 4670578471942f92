import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Runs `work` while no other process holds the lock at `path`; a lock whose holder died is taken over. */
export async function withFileLock(path, work) {
  // Linking a file that already holds the pid makes lock and owner appear in one step.
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    while (!tryLink(mine, path)) {
      if (!isAlive(holderOf(path))) rmSync(path, { force: true });
      else await delay(50);
    }
    return await work().finally(() => rmSync(path, { force: true }));
  } finally {
    rmSync(mine, { force: true });
  }
}

function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function holderOf(path) {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    return process.pid; // Released this moment: try again.
  }
}
