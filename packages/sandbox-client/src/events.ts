import type { Lab } from "./lab.ts";

/** What a trigger called, and the ids of what came of it. */
export interface TriggerResult {
  event: string;
  steps: { name: string; status: number }[];
  created: Record<string, unknown>;
}

/** How a scenario went. */
export interface ScenarioRun {
  id: string;
  passed: boolean;
  steps: { name: string; passed: boolean; detail: string | null }[];
}

export const trigger = (lab: Lab, event: string, values: object = {}): Promise<TriggerResult> =>
  lab("POST", "/trigger", { body: { event, with: values } });

export const runScenario = (lab: Lab, name: string): Promise<ScenarioRun> =>
  lab("POST", `/scenarios/${encodeURIComponent(name)}/runs`);
