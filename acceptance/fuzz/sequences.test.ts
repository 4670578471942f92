import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { flexFlag, type Machine, question, refreshToken, slots } from "./machines.ts";
import { fuzzing } from "./settings.ts";

const { seed, sequences: numRuns } = fuzzing;

/** Runs actions in sequence: each answers and changes the state as the model says. */
async function inTurn<State, Subject>(machine: Machine<State, Subject>, names: string[]): Promise<void> {
  const subject = await machine.create();
  let state = machine.initial;
  for (const name of names) {
    const action = machine.actions[name];
    if (!action) throw new Error(`no action ${name}`);
    const [status, next] = action.step(state);
    expect({ names, name, state, status: await action.send(subject) }).toEqual({
      names,
      name,
      state,
      status,
    });
    state = next;
    if (machine.read)
      expect({ names, name, state: await machine.read(subject) }).toEqual({ names, name, state });
  }
}

interface Outcome<State> {
  statuses: number[];
  final: State;
}

/** Every possible order of the actions, with the expected answers (linearizability). */
function outcomes<State, Subject>(machine: Machine<State, Subject>, names: string[]): Outcome<State>[] {
  const walk = (left: number[], state: State, statuses: Map<number, number>): Outcome<State>[] => {
    if (left.length === 0)
      return [{ statuses: names.map((_, index) => statuses.get(index) ?? 0), final: state }];
    return left.flatMap((index) => {
      const [status, next] = machine.actions[names[index] ?? ""]?.step(state) ?? [0, state];
      const rest = left.filter((other) => other !== index);
      return walk(rest, next, new Map(statuses).set(index, status));
    });
  };
  return walk([...names.keys()], machine.initial, new Map());
}

/** Runs actions concurrently: the answers and the final state are those of some order. */
async function atOnce<State, Subject>(machine: Machine<State, Subject>, names: string[]): Promise<void> {
  const subject = await machine.create();
  const statuses = await Promise.all(names.map((name) => machine.actions[name]?.send(subject) ?? 0));
  const explained = outcomes(machine, names).filter((outcome) => outcome.statuses.join() === statuses.join());
  expect(explained, `${names} answered ${statuses}`).not.toEqual([]);
  if (!machine.read) return;
  const final = await machine.read(subject);
  expect(
    explained.map((outcome) => outcome.final),
    `${names} answered ${statuses}`,
  ).toContain(final);
}

function holds<State, Subject>(name: string, machine: Machine<State, Subject>): void {
  const action = fc.constantFrom(...Object.keys(machine.actions));
  describe(name, () => {
    test("answers any sequence of requests as the state machine says", async () => {
      const property = fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 7 }), (names) =>
        inTurn(machine, names),
      );
      await fc.assert(property, { seed, numRuns });
    });

    test("answers concurrent requests as if they came in some order", async () => {
      const property = fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 5 }), (names) =>
        atOnce(machine, names),
      );
      await fc.assert(property, { seed, numRuns });
    });
  });
}

holds("a question", question);
holds("the invoice slots of a pack", slots);
holds("the Flex flag of an item", flexFlag);
holds("a refresh token", refreshToken);
