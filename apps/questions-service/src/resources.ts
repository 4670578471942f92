import { answers } from "./answers/answers.resource.ts";
import { blacklist } from "./blacklist/blacklist.resource.ts";
import { questions } from "./questions/questions.resource.ts";
import { responseTime } from "./response-time/response-time.resource.ts";
import { savedAnswers } from "./saved-answers/saved-answers.resource.ts";

/** The public resources of questions-service. */
export const resources = [questions, answers, savedAnswers, blacklist, responseTime];
