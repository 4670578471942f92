import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace";
import type { Environment } from "./tracing.ts";

/** The sampler of OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG; by default parentbased_always_on. */
export function samplerOf(env: Environment): Sampler {
  const name = env.OTEL_TRACES_SAMPLER?.trim().toLowerCase() || "parentbased_always_on";
  const [, parentBased, rule] = /^(parentbased_)?(\w+)$/.exec(name) ?? [];
  const root = rootSampler(rule, env.OTEL_TRACES_SAMPLER_ARG);
  if (!root) throw new Error(`Invalid configuration: OTEL_TRACES_SAMPLER: ${name} is not supported`);
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(rule: string | undefined, ratio: string | undefined): Sampler | undefined {
  if (rule === "always_on") return new AlwaysOnSampler();
  if (rule === "always_off") return new AlwaysOffSampler();
  return rule === "traceidratio" ? new TraceIdRatioBasedSampler(ratioOf(ratio)) : undefined;
}

function ratioOf(text: string | undefined): number {
  const ratio = Number(text?.trim() || 1);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new Error("Invalid configuration: OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1");
}
