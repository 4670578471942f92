import { Button, Group } from "@mantine/core";
import { dataOf } from "../../api/problem.ts";
import { useClient, useSession } from "../../session/session.ts";
import { AskFirst } from "../../shared/ask-first.tsx";
import { useChange } from "../../shared/change.tsx";
import { useTexts } from "../../texts/texts.ts";
import { type Question, useBlacklist } from "./question-queries.ts";
import { questionTexts } from "./question-texts.ts";

type Shown = Pick<Question, "id" | "status" | "deleted_from_listing" | "answer">;
const refresh = [["questions"]];

/** What its seller can do with a question besides answering it. */
export function QuestionActions({ question, askerId }: { question: Shown; askerId: number }) {
  const said = useTexts(questionTexts);
  const client = useClient();
  const hide = useChange(
    () => dataOf(client.POST("/my/questions/hidden", { body: { question_ids: [question.id] } })),
    { refresh, done: () => said.hidden },
  );
  const remove = useChange(
    () =>
      dataOf(
        client.DELETE("/questions/{question_id}", { params: { path: { question_id: String(question.id) } } }),
      ),
    { refresh, done: () => said.removed },
  );
  return (
    <Group gap="xs">
      {!question.deleted_from_listing && (
        <AskFirst
          label={said.hide}
          question={said.hideQuestion}
          onConfirm={() => hide.mutateAsync(undefined)}
        />
      )}
      {question.status === "UNANSWERED" && (
        <AskFirst
          label={said.remove}
          question={said.removeQuestion}
          onConfirm={() => remove.mutateAsync(undefined)}
        />
      )}
      <BlockButton askerId={askerId} />
    </Group>
  );
}

/** Blocks an asker, or lets them ask again; either is undone by the other. */
export function BlockButton({ askerId }: { askerId: number }) {
  const said = useTexts(questionTexts);
  const client = useClient();
  const seller_id = String(useSession().session.userId);
  const { data } = useBlacklist({ limit: 1, user_id: askerId });
  const path = "/users/{seller_id}/questions_blacklist";
  const block = () =>
    dataOf(client.POST(path, { params: { path: { seller_id } }, body: { user_id: askerId } }));
  const unblock = () =>
    dataOf(client.DELETE(`${path}/{user_id}`, { params: { path: { seller_id, user_id: String(askerId) } } }));
  const blocking = useChange(block, { refresh, done: () => said.blocked, undo: unblock });
  const unblocking = useChange(unblock, { refresh, done: () => said.unblocked, undo: block });
  const isBlocked = data?.users.some(({ id }) => id === askerId) ?? false;
  // Which of both it does is not known before.
  if (!data) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={blocking.isPending || unblocking.isPending}
      onClick={() => (isBlocked ? unblocking : blocking).mutate(undefined)}
    >
      {isBlocked ? said.unblock : said.block}
    </Button>
  );
}

interface Decided {
  decision: "approve" | "ban" | "disable" | "review";
  target: "question" | "answer";
}

/** What operators decide about a question or its answer. */
export function ReviewActions({ question, onDecided }: { question: Shown; onDecided(): void }) {
  const said = useTexts(questionTexts);
  const client = useClient();
  const decide = useChange(
    (body: Decided) =>
      dataOf(
        client.POST("/questions/{question_id}/review", {
          params: { path: { question_id: String(question.id) } },
          body,
        }),
      ),
    { refresh, done: () => said.decided, after: onDecided },
  );
  const targets = question.answer ? (["question", "answer"] as const) : (["question"] as const);
  return (
    <>
      {targets.map((target) => {
        const on = target === "question" ? said.onQuestion : said.onAnswer;
        return (
          <Group gap="xs" key={target} aria-label={`${said.review}: ${on}`} role="group">
            {targets.length > 1 && `${on}:`}
            <Button size="xs" onClick={() => decide.mutate({ decision: "approve", target })}>
              {said.approve}
            </Button>
            <AskFirst
              label={said.ban}
              question={said.banQuestion}
              onConfirm={() => decide.mutateAsync({ decision: "ban", target })}
            />
            <AskFirst
              label={said.disable}
              question={said.disableQuestion}
              onConfirm={() => decide.mutateAsync({ decision: "disable", target })}
            />
          </Group>
        );
      })}
    </>
  );
}
