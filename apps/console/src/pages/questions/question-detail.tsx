import { Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import type { Ref } from "react";
import { useSession } from "../../session/session.ts";
import { PagedRows, useOwnPaging } from "../../shared/paging.tsx";
import { QueryView } from "../../shared/query-view.tsx";
import { Time } from "../../shared/time.tsx";
import { Tone } from "../../shared/tone.tsx";
import { useTexts } from "../../texts/texts.ts";
import { AnswerBox } from "./answer-box.tsx";
import type { Drafts } from "./drafts.ts";
import { ItemCard } from "./item-card.tsx";
import { KeptDraft } from "./kept-draft.tsx";
import { QuestionActions, ReviewActions } from "./question-actions.tsx";
import { type Question, useHistory, useQuestion, useUser } from "./question-queries.ts";
import { answerStates, questionStates, questionTexts } from "./question-texts.ts";
import classes from "./questions.module.css";

interface Props {
  id: string;
  /** Whether an operator looks at the queue of all sellers. */
  isQueue: boolean;
  onClose(): void;
  /** Opens the next question of the list, if the one that is done is still open. */
  onNext(done: number): void;
  onOpen(id: number): void;
  box: Ref<HTMLTextAreaElement>;
  drafts: Drafts;
}

/** One question: its text and answer, the item beside it, and what its asker asked before. */
export function QuestionDetail({ id, isQueue, onClose, onNext, onOpen, box, drafts }: Props) {
  const said = useTexts(questionTexts);
  const states = useTexts(questionStates);
  const { userId } = useSession().session;
  const query = useQuestion(id);
  return (
    <>
      {/* A question that was deleted is read no more. */}
      {query.isError && query.data === undefined && <KeptDraft questionId={Number(id)} drafts={drafts} />}
      <QueryView query={query}>
        {(read) => {
          // What is read without api_version=4 is a question of a search.
          const question = read as Question;
          const isSeller = question.seller_id === userId;
          const canAnswer = isSeller && question.status === "UNANSWERED";
          return (
            <Stack component="article" aria-label={said.title}>
              <Group justify="space-between">
                <Tone tone="neutral">{states[question.status]}</Tone>
                <Button size="xs" variant="default" onClick={onClose} hiddenFrom="md">
                  {said.back}
                </Button>
              </Group>
              <QuestionText question={question} />
              {question.answer && <AnswerText answer={question.answer} />}
              {!canAnswer && (
                <KeptDraft questionId={question.id} drafts={drafts} answer={question.answer?.text} />
              )}
              {canAnswer && (
                <AnswerBox
                  key={question.id}
                  questionId={question.id}
                  onAnswered={() => onNext(question.id)}
                  box={box}
                  drafts={drafts}
                />
              )}
              {isQueue && <ReviewActions question={question} onDecided={() => onNext(question.id)} />}
              <ItemCard id={question.item_id} />
              {isSeller && <QuestionActions question={question} askerId={question.from.id} />}
              <History
                key={question.from.id}
                sellerId={question.seller_id}
                askerId={question.from.id}
                except={question.id}
                onOpen={onOpen}
              />
            </Stack>
          );
        }}
      </QueryView>
    </>
  );
}

function QuestionText({ question }: { question: Question }) {
  const said = useTexts(questionTexts);
  const asker = useUser(question.from.id);
  const { first_name, last_name, email, phone } = question.from;
  return (
    <Stack gap={4}>
      <Title order={2} size="h4" className={classes.text}>
        {question.text || said.textBanned}
      </Title>
      <Text size="sm" c="dimmed">
        {asker.data?.nickname ?? question.from.id} · <Time at={question.date_created} />
      </Text>
      {email && (
        <Text size="sm">
          {first_name} {last_name} · <Anchor href={`mailto:${email}`}>{email}</Anchor> ·{" "}
          {phone && `(${phone.area_code}) ${phone.number}`}
        </Text>
      )}
    </Stack>
  );
}

function AnswerText({ answer }: { answer: NonNullable<Question["answer"]> }) {
  const said = useTexts(questionTexts);
  const states = useTexts(answerStates);
  return (
    <Card withBorder padding="sm" component="section" aria-label={said.answerOf}>
      <Text className={classes.text}>{answer.text || said.textBanned}</Text>
      <Text size="xs" c="dimmed">
        {states[answer.status]} · <Time at={answer.date_created} />
      </Text>
    </Card>
  );
}

interface HistoryProps {
  sellerId: number;
  askerId: number;
  /** The question that is open. */
  except: number;
  onOpen(id: number): void;
}

function History({ sellerId, askerId, except, onOpen }: HistoryProps) {
  const said = useTexts(questionTexts);
  const states = useTexts(questionStates);
  const paged = useOwnPaging();
  return (
    <QueryView query={useHistory(sellerId, askerId, paged.paging)}>
      {({ questions, total }, isReading) => {
        const others = questions.filter(({ id }) => id !== except);
        const isFirst = others.length === 0 && total <= paged.paging.limit;
        return (
          <Stack gap="xs" component="section" aria-label={said.history}>
            <Title order={3} size="h6">
              {said.history}
            </Title>
            <PagedRows paged={paged} total={isFirst ? 0 : total} isReading={isReading} empty={said.noHistory}>
              {others.map(({ id, text, answer, status, date_created }) => (
                <Stack gap={0} key={id}>
                  <Anchor component="button" type="button" size="sm" ta="start" onClick={() => onOpen(id)}>
                    {text || said.textBanned}
                  </Anchor>
                  {answer && <Text size="sm">{answer.text}</Text>}
                  <Text size="xs" c="dimmed">
                    {states[status]} · <Time at={date_created} />
                  </Text>
                </Stack>
              ))}
            </PagedRows>
          </Stack>
        );
      }}
    </QueryView>
  );
}
