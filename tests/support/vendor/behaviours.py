"""Behaviours that give a whole, readable reply: what it contains and what it says of its cost.

Importing this module fills the whole table, that of `faults` included.
"""

from __future__ import annotations

import gzip

from . import faults, gemini, openai
from .records import Answer, Question, Reply, Usage
from .solving import correct_text
from .table import BEHAVIOURS, answered, as_json, behave, behaviour, correct, names_for

__all__ = ["BEHAVIOURS", "UNUSUAL_TEXT", "behave", "faults", "names_for"]

# -- contents


@behaviour("ok")
def answer_correctly(question: Question, argument: str) -> Reply:
    return answered(question, correct(question))


@behaviour("ok_gzip")
def answer_compressed(question: Question, argument: str) -> Reply:
    reply = answered(question, correct(question))
    return Reply(gzip.compress(reply.body), headers={"content-encoding": "gzip"})


@behaviour("ok_then_close")
def answer_and_hang_up(question: Question, argument: str) -> Reply:
    return answered(question, correct(question), delivery="whole_then_close")


@behaviour("ok_prefill_repeated", (openai.NAME,))
def answer_with_the_prefill(question: Question, argument: str) -> Reply:
    return answered(question, Answer(question.prefill + correct_text(question.prompt, question.prefill)))


@behaviour("text", argument="I do not know.")
def answer_with_a_given_text(question: Question, text: str) -> Reply:
    return answered(question, Answer(text))


@behaviour("no_choices")
def empty_list_of_answers(question: Question, argument: str) -> Reply:
    return as_json(question.wire.no_choices(question))


@behaviour("null_content")
def stop_without_text(question: Question, argument: str) -> Reply:
    return answered(question, Answer(None))


@behaviour("null_content_length")
def length_without_text(question: Question, argument: str) -> Reply:
    return answered(question, Answer(None, "length"))


@behaviour("empty_text")
def stop_with_empty_text(question: Question, argument: str) -> Reply:
    return answered(question, Answer(""))


@behaviour("blank")
def stop_with_white_space(question: Question, argument: str) -> Reply:
    return answered(question, Answer(" \u00a0\n"))


@behaviour("reasoning_only")
def length_inside_the_thinking(question: Question, argument: str) -> Reply:
    usage = Usage(question.input_tokens, 64, reasoning=64)
    return answered(question, Answer(None, "length", thinking="Let me see, the chain ends", usage=usage))


@behaviour("thinking_then_text")
def thinking_and_answer(question: Question, argument: str) -> Reply:
    usage = Usage(question.input_tokens, 80, reasoning=64)
    return answered(question, correct(question, thinking="FINAL ANSWER: wrong", usage=usage))


@behaviour("length")
def length_inside_the_text(question: Question, argument: str) -> Reply:
    return answered(question, Answer("Step 1: look at the list. Step 2: look", "length"))


@behaviour("length_with_answer")
def length_after_the_answer(question: Question, argument: str) -> Reply:
    return answered(question, correct(question, finish="length"))


@behaviour("refused")
def content_filter(question: Question, argument: str) -> Reply:
    return answered(question, Answer(None, "refused"))


@behaviour("refused_inside")
def content_filter_inside_the_text(question: Question, argument: str) -> Reply:
    return answered(question, Answer("The origin of", "refused"))


@behaviour("refused_in_message", (openai.NAME,))
def refusal_field(question: Question, argument: str) -> Reply:
    return answered(question, Answer(None, extra={"message": {"refusal": "I can't help with that."}}))


@behaviour("finish", argument="tool_calls")
def finish_as_told(question: Question, reason: str) -> Reply:
    return answered(question, Answer(None, reason))


@behaviour("block_reason", (gemini.NAME,), argument="PROHIBITED_CONTENT")
def prompt_blocked(question: Question, reason: str) -> Reply:
    return as_json(gemini.blocked_prompt(question, reason))


@behaviour("no_candidates_length", (gemini.NAME,), argument="256")
def length_without_candidates(question: Question, limit: str) -> Reply:
    usage = {"promptTokenCount": question.input_tokens, "thoughtsTokenCount": int(limit)}
    return as_json(gemini.no_choices(question) | {"usageMetadata": usage})


@behaviour("wrong_model", argument="another-model-9")
def served_by_another_model(question: Question, model: str) -> Reply:
    return answered(question, correct(question, served_model=model))


@behaviour("wrong_model_refused", argument="another-model-9")
def refused_by_another_model(question: Question, model: str) -> Reply:
    return answered(question, Answer(None, "refused", served_model=model))


@behaviour("dated_model", argument="-2026-01-01")
def served_under_a_dated_name(question: Question, suffix: str) -> Reply:
    return answered(question, correct(question, served_model=question.model + suffix))


@behaviour("duplicate_id")
def always_the_same_id(question: Question, argument: str) -> Reply:
    return answered(question, correct(question, reply_id="the-same-id"))


@behaviour("huge", argument="5000000")
def huge_reply(question: Question, characters: str) -> Reply:
    filler = "word " * (int(characters) // 5)
    return answered(question, Answer(filler + correct_text(question.prompt)))


UNUSUAL_TEXT = "a\u2028b\u0085c\u2029d\x00e\x07f\x1bg\ud7ffh\U0001f600 \u202ei\ufeffj\r\n"


@behaviour("unusual_text")
def separators_and_control_characters(question: Question, argument: str) -> Reply:
    return answered(question, Answer(UNUSUAL_TEXT + correct_text(question.prompt)))


@behaviour("lone_surrogate")
def half_a_character(question: Question, argument: str) -> Reply:
    reply = answered(question, Answer("MARK " + correct_text(question.prompt)))
    return Reply(reply.body.replace(b"MARK", b"\\ud83d"))


@behaviour("surrogate_finish")
def lone_surrogate_as_the_finish_reason(question: Question, argument: str) -> Reply:
    reply = answered(question, Answer(correct_text(question.prompt), "MARK"))
    return Reply(reply.body.replace(b"MARK", b"\\ud83d"))


@behaviour("surrogate_model")
def lone_surrogate_as_the_model(question: Question, argument: str) -> Reply:
    reply = answered(question, correct(question, served_model="MARK"))
    return Reply(reply.body.replace(b"MARK", b"\\ud83d"))


# -- usage


@behaviour("no_usage")
def usage_missing(question: Question, argument: str) -> Reply:
    return as_json(question.wire.reply(question, correct(question)))


@behaviour("cached_usage")
def usage_with_cached_input(question: Question, argument: str) -> Reply:
    return answered(question, correct(question, usage=Usage(1000, 50, cached=600)))


@behaviour("dear_usage", argument="4")
def usage_of_a_wasteful_tokeniser(question: Question, factor: str) -> Reply:
    usage = Usage(question.input_tokens * int(factor), 50)
    return answered(question, correct(question, usage=usage))


@behaviour("absurd_usage", argument="400")
def usage_that_no_table_could_hold(question: Question, digits: str) -> Reply:
    return answered(question, correct(question, usage=Usage(10 ** int(digits), 50)))


@behaviour("deep", argument="900")
def a_member_nested_deep(question: Question, levels: str) -> Reply:
    body = answered(question, correct(question)).body
    nested = b"[" * int(levels) + b"]" * int(levels)
    return Reply(body[:-1] + b', "extra": ' + nested + b"}")


@behaviour("reasoning_usage")
def usage_with_reasoning(question: Question, argument: str) -> Reply:
    return answered(question, correct(question, usage=Usage(1000, 50, reasoning=30)))
