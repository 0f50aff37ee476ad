from __future__ import annotations

import pytest

from findorigin.grading.declared import declared_answer
from findorigin.grading.reading import Reader
from findorigin.tasks.find_the_origin.prompts import parse_connections
from findorigin.tasks.find_the_origin.vertices import CONNECTION
from grading_prompts import COMPOUNDS, WORDS
from shared_inputs import SHARED, needs_shared

NOTHING = None


def reader_of(prompt, question_word="admire"):
    return Reader({v for connection in parse_connections(prompt) for v in connection}, question_word)


def answer_to(reply, prompt=WORDS):
    return declared_answer(reply, reader_of(prompt)).answer


# Origin workbench, middle dad, question word admire; for, can, his, null, x, it, is, the, and, final, answer,
# yes and origin are vertices too.
FORMS = {
    "as requested": "FINAL ANSWER: workbench",
    "bold marker": "**FINAL ANSWER:** workbench",
    "bold marker, colon outside": "**FINAL ANSWER**: workbench",
    "bold answer": "FINAL ANSWER: **workbench**",
    "all bold": "**FINAL ANSWER: workbench**",
    "bold with its full stop": "FINAL ANSWER: **workbench.**",
    "bold and quotes": 'FINAL ANSWER: **"workbench"**.',
    "italic": "FINAL ANSWER: *workbench*",
    "underscores": "__FINAL ANSWER:__ _workbench_",
    "next line": 'FINAL ANSWER:\n"Workbench".',
    "backticks": "FINAL ANSWER: `workbench` ",
    "curly quotes": "FINAL ANSWER: “workbench”",
    "guillemets": "FINAL ANSWER: «workbench»",
    "German quotes": "FINAL ANSWER: „workbench“",
    "Japanese quotes": "FINAL ANSWER：「workbench」。",
    "single curly quotes": "FINAL ANSWER: ‘workbench’",
    "single quotes": "FINAL ANSWER: 'workbench'",
    "LaTeX quotes": "FINAL ANSWER: ``workbench''",
    "escaped quotes": r"FINAL ANSWER: \"workbench\"",
    "escaped asterisks": r"\*\*FINAL ANSWER:\*\* workbench",
    "boxed": r"FINAL ANSWER: $\boxed{\text{workbench}}$",
    "boxed whole": r"$$\boxed{\text{FINAL ANSWER: workbench}}$$",
    "LaTeX marker": r"\textbf{FINAL ANSWER:} \(\mathrm{workbench}\)",
    "HTML": "<b>FINAL ANSWER:</b> <i>workbench</i><br>",
    "HTML entities": "FINAL ANSWER:&nbsp;&quot;workbench&quot;",
    "answer tags": "FINAL ANSWER: <answer>workbench</answer>",
    "angle brackets": "FINAL ANSWER: <workbench>",
    "square brackets": "FINAL ANSWER: [workbench]",
    "round brackets": "FINAL ANSWER: (workbench)",
    "heading over the answer": "## Final Answer\n\nworkbench",
    "underlined heading": "Final Answer\n------------\nworkbench",
    "heading with a colon": "### FINAL ANSWER: workbench ###",
    "code fence": "FINAL ANSWER:\n```text\nworkbench\n```",
    "whole reply fenced": "```\nFINAL ANSWER: workbench\n```",
    "block quote": "> FINAL ANSWER: workbench",
    "table": "| FINAL ANSWER | workbench |",
    "JSON": '{"final_answer": "workbench"}',
    "bullet": "FINAL ANSWER:\n- workbench",
    "starred bullet": "FINAL ANSWER:\n* workbench",
    "number": "FINAL ANSWER:\n1. workbench",
    "number on the line": "FINAL ANSWER: 1. workbench",
    "last step of a list": "3. FINAL ANSWER: workbench",
    "list behind the declaration": "**FINAL ANSWER:** workbench\n* it leads to dad\n* and dad to admire",
    "lower case": "final answer: workbench",
    "capital": "Final Answer: Workbench.",
    "capitals": "FINAL ANSWER: WORKBENCH",
    "no colon": "FINAL ANSWER workbench",
    "dash": "FINAL ANSWER - workbench",
    "em dash": "FINAL ANSWER — workbench",
    "arrow sign": "FINAL ANSWER -> workbench",
    "equals sign": "FINAL ANSWER = workbench",
    "is": "The final answer is workbench.",
    "is, with colon": 'My final answer is: "workbench"',
    "therefore": "The final answer, therefore, is workbench.",
    "to the question": "The final answer to the question is workbench.",
    "aside": "FINAL ANSWER (origin of admire): workbench",
    "broken marker": "FINAL\nANSWER\n: workbench",
    "sentence": 'FINAL ANSWER: The origin of "admire" is "workbench".',
    "sentence without quotes": "FINAL ANSWER: The origin of admire is workbench.",
    "sentence, bold": "FINAL ANSWER: The origin of admire is **workbench**.",
    "sentence with a colon": "FINAL ANSWER: The origin of admire: workbench",
    "broken sentence": 'FINAL ANSWER: The origin of "admire" is\n"workbench".',
    "sentence the other way": "FINAL ANSWER: workbench is the origin of admire.",
    "possessive question word": "FINAL ANSWER: admire's origin is workbench",
    "vertex called so": "FINAL ANSWER: the vertex workbench",
    "called a node": "FINAL ANSWER: workbench (node)",
    "that-sentence": "The final answer is that workbench is the origin of admire.",
    "pronoun": "FINAL ANSWER: It is workbench.",
    "lead-in": "FINAL ANSWER: therefore, clearly workbench",
    "Spanish sentence": 'FINAL ANSWER: El origen de "admire" es "workbench".',
    "traced back": 'FINAL ANSWER: I traced "admire" back to "workbench".',
    "comma and reason": "FINAL ANSWER: workbench, for it leads to dad.",
    "reason without comma": "FINAL ANSWER: workbench because it leads to dad",
    "reason with for": "FINAL ANSWER: workbench for it leads to dad",
    "reason in brackets": "FINAL ANSWER: workbench (workbench → dad → admire)",
    "reason behind a dash": "FINAL ANSWER: workbench - it leads to dad",
    "reason behind a colon": "FINAL ANSWER: workbench: it leads to dad",
    "next sentence": "FINAL ANSWER: workbench. It leads to dad, and dad to admire.",
    "thanks": "FINAL ANSWER: workbench. Thank you for the puzzle!",
    "thanks behind a comma": "FINAL ANSWER: workbench, thank you",
    "thanks on the next line": "FINAL ANSWER: workbench\n\nLet me know if dad was meant!",
    "thanks without a stop": "FINAL ANSWER: workbench Thank you!",
    "interjection": "FINAL ANSWER: Sure, workbench",
    "emoji": "FINAL ANSWER: ✅ workbench 🎉",
    "confidence": "FINAL ANSWER: workbench (95% sure)",
    "remark on the final answer": "FINAL ANSWER: workbench\nI am sure that my final answer is clear.",
    "full stop behind the remark": "FINAL ANSWER: workbench. This is my final answer.",
    "format explained first": "The format of the final answer is FINAL ANSWER: X\nFINAL ANSWER: workbench",
    "format explained last": "FINAL ANSWER: workbench\n(format: FINAL ANSWER: YOUR_ANSWER)",
    "placeholder filled": "FINAL ANSWER: YOUR_ANSWER = workbench",
    "last one wins": "FINAL ANSWER: X … so FINAL ANSWER: workbench",
    "cut after the next marker": "FINAL ANSWER: workbench\nLet me check. FINAL ANSWER:",
    "steps before": "Step 1: dad comes from workbench. FINAL ANSWER: workbench",
    "chain": "FINAL ANSWER: workbench → dad → admire",
    "chain in the prompt's form": 'FINAL ANSWER: "workbench"-->"dad"-->"admire"',
    "chain backwards": "FINAL ANSWER: admire <- dad <- workbench",
    "chain in words": 'FINAL ANSWER: "workbench" is connected to "dad"',
    "chain in LaTeX": r"FINAL ANSWER: $workbench \rightarrow dad \rightarrow admire$",
    "chain with its end named": "FINAL ANSWER: workbench → dad → admire, so the origin is workbench",
    "comes from": "FINAL ANSWER: admire comes from workbench",
    "said twice, in two forms": "FINAL ANSWER: workbench and workbench's",
    "said twice": "FINAL ANSWER: workbench, workbench",
    "contrast": "FINAL ANSWER: not dad, but workbench",
    "contrast behind": "FINAL ANSWER: workbench, not dad",
    "struck out": "FINAL ANSWER: ~~dad~~ workbench",
    "possessive": "FINAL ANSWER: workbench's",
    "thinking before": "<think>FINAL ANSWER: dad</think>FINAL ANSWER: workbench",
    "thinking without its opening": "FINAL ANSWER: dad</think>\nFINAL ANSWER: workbench",
    "thinking in square brackets": "[THINK]FINAL ANSWER: dad[/THINK]FINAL ANSWER: workbench",
    "zero-width characters": "FINAL\u200b ANSWER:\u200b work\u200bbench\ufeff",
    "control characters": "FINAL ANSWER:\x00 work\x07bench\x1b[0m",
    "terminal colours": "FINAL ANSWER: \x1b[1mworkbench\x1b[0m",
    "no-break space": "FINAL\u00a0ANSWER:\u00a0workbench",
    "Unicode line end": "FINAL ANSWER: workbench\u2028dad",
    "old line ends": "FINAL ANSWER:\r\nworkbench\r\ndad",
    "full-width letters": "ＦＩＮＡＬ　ＡＮＳＷＥＲ：ｗｏｒｋｂｅｎｃｈ",
    "end-of-text sign": "FINAL ANSWER: workbench<|im_end|>",
    "end-of-sequence tag": "FINAL ANSWER: workbench</s>",
    "line end as an escape": r"FINAL ANSWER:\nworkbench\n",
}

OTHER_ANSWERS = {
    "later declaration": ("FINAL ANSWER: workbench … wait. FINAL ANSWER: dad", "dad"),
    "thinking hides": ("<think>FINAL ANSWER: workbench</think>FINAL ANSWER: dad", "dad"),
    "prose declares later": ("FINAL ANSWER: workbench\nSorry: the final answer is dad.", "dad"),
    "question word": ("FINAL ANSWER: admire", "admire"),
    "plural is another word": ("FINAL ANSWER: workbenches", "workbenches"),
    "longer word": ("FINAL ANSWER: Workbench2", "workbench2"),
    "joined to another": ("FINAL ANSWER: workbench-dad", "workbench-dad"),
    "invented, quoted": ('FINAL ANSWER: The origin of "admire" is "toolbox".', "toolbox"),
    "invented, other script": ("FINAL ANSWER: 工作台", "工作台"),
    "invented, prose only": ("The final answer is toolbox.", "toolbox"),
    "number": ("FINAL ANSWER: 42", "42"),
    "worked example": ("FINAL ANSWER: X", "x"),
    "word null": ("FINAL ANSWER: null", "null"),
    "word null, quoted": ('FINAL ANSWER: "null".', "null"),
    "word nan, not listed": ("FINAL ANSWER: nan", "nan"),
    "word true, not listed": ("FINAL ANSWER: true", "true"),
    "word for": ("FINAL ANSWER: for", "for"),
    "word for, then a remark": ("FINAL ANSWER: for, as it leads to can.", "for"),
    "sentence with for": ('FINAL ANSWER: The origin is "for".', "for"),
    "sentence with for, bare": ("FINAL ANSWER: The origin is for.", "for"),
    "word it": ("FINAL ANSWER: it", "it"),
    "word is": ("FINAL ANSWER: is", "is"),
    "word and": ("FINAL ANSWER: And.", "and"),
    "word the": ("FINAL ANSWER: the\n\nThanks", "the"),
    "word final": ("FINAL ANSWER: final", "final"),
    "word answer": ("FINAL ANSWER: answer", "answer"),
    "word origin": ('FINAL ANSWER: "origin"', "origin"),
    "word yes": ("FINAL ANSWER: yes", "yes"),
    "word it, with a reason": ('FINAL ANSWER: "it" because it leads to "the"', "it"),
    "one hop short": ("FINAL ANSWER: dad → admire", "dad"),
}

NO_ANSWERS = {
    "no declaration": "The origin is workbench.",
    "bare word": "workbench",
    "answer without final": "Answer: workbench",
    "nothing": NOTHING,
    "empty": "",
    "white space": " \n\t",
    "cut at the marker": "So, FINAL ANSWER:",
    "only quotes": 'FINAL ANSWER: ""',
    "echo": "FINAL ANSWER: YOUR_ANSWER",
    "echo in brackets": "FINAL ANSWER: [YOUR_ANSWER]",
    "echo in angle brackets": "FINAL ANSWER: <answer>",
    "echo with a space": "FINAL ANSWER: your answer.",
    "or": "FINAL ANSWER: workbench or spread",
    "or, quoted": 'FINAL ANSWER: "workbench" or "spread"',
    "or, one emphasised": "FINAL ANSWER: workbench or **spread**",
    "either": "FINAL ANSWER: either workbench or spread",
    "or in brackets": "FINAL ANSWER: workbench (or spread)",
    "or maybe": "FINAL ANSWER: workbench, or maybe spread",
    "or on the next line": "FINAL ANSWER: workbench\nor spread",
    "or with the question word": "FINAL ANSWER: workbench or admire",
    "or with an invented word": "FINAL ANSWER: workbench or toolbox",
    "and": "FINAL ANSWER: workbench and spread",
    "slash": "FINAL ANSWER: workbench/spread",
    "slash with spaces": "FINAL ANSWER: **workbench** / **spread**",
    "comma list": "FINAL ANSWER: workbench, spread",
    "comma list with null": "FINAL ANSWER: workbench, null",
    "semicolon list": "FINAL ANSWER: workbench; spread",
    "three": "FINAL ANSWER: workbench, dad, and admire",
    "numbered list": "FINAL ANSWER:\n1. workbench\n2. spread",
    "numbers on the line": "FINAL ANSWER: 1. workbench 2. spread",
    "bullets": "FINAL ANSWER:\n- workbench\n- spread",
    "sentence with two": "FINAL ANSWER: The origin of admire is workbench or spread.",
    "two sentences in one": "FINAL ANSWER: the origin of admire is dad and the origin of dad is workbench",
    "not": "FINAL ANSWER: not workbench",
    "not, quoted": 'FINAL ANSWER: not "workbench"',
    "is not": "FINAL ANSWER: The origin is not workbench.",
    "is not the origin": "FINAL ANSWER: workbench is not the origin",
    "isn't": "FINAL ANSWER: it isn't workbench",
    "prose is not": "The final answer is not workbench.",
    "neither": "FINAL ANSWER: neither workbench nor dad",
    "not either": "FINAL ANSWER: not workbench or dad",
    "Spanish not": 'FINAL ANSWER: El origen no es "workbench"',
    "none": "FINAL ANSWER: None",
    "unknown": "FINAL ANSWER: unknown.",
    "not available": "FINAL ANSWER: N/A",
    "cannot": "FINAL ANSWER: The origin cannot be determined.",
    "does not know": "FINAL ANSWER: I don't know",
    "no such": "FINAL ANSWER: There is no origin of admire in the list.",
    "traced backwards": "FINAL ANSWER: admire → dad → workbench",
    "taken back": "FINAL ANSWER: workbench\nOn reflection, FINAL ANSWER: unknown",
    "declared while thinking": "<think>FINAL ANSWER: workbench</think>",
    "thinking never closed": "<think>So FINAL ANSWER: workbench",
    "remark only": "I will give my final answer below. The list has workbench.",
    "before the final answer": "Before the final answer, note that workbench leads to dad.",
}


@pytest.mark.parametrize("reply", FORMS.values(), ids=FORMS)
def test_form_does_not_matter(reply):
    assert answer_to(reply) == "workbench"


@pytest.mark.parametrize(("reply", "answer"), OTHER_ANSWERS.values(), ids=OTHER_ANSWERS)
def test_content_does(reply, answer):
    assert answer_to(reply) == answer


@pytest.mark.parametrize("reply", NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_no_single_answer_declared(reply):
    assert answer_to(reply) is None


@pytest.mark.parametrize(
    "written",
    [
        "river-stone",
        "River-Stone",
        "river stone",
        '"river stone"',
        "river_stone",
        "river\u2011stone",
        "river–stone",
    ],
)
def test_compound_is_one_word(written):
    assert answer_to(f"FINAL ANSWER: {written}", COMPOUNDS) == "river-stone"


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        ("river", "river"),
        ("riverstone", "riverstone"),
        ("river-stones", "river-stones"),
        ("river-stone or hill-corn", None),
        ("river-stone-->lamp-wool-->moon-gate", "river-stone"),
    ],
)
def test_parts_of_compounds_are_other_words(written, answer):
    assert answer_to(f"FINAL ANSWER: {written}", COMPOUNDS) == answer


@pytest.mark.parametrize("word", ["none", "unknown", "answer", "vertex", "it"])
def test_any_listed_word_is_an_answer(word):
    reader = Reader({word, "workbench"}, "workbench")
    assert declared_answer(f"FINAL ANSWER: {word}", reader).answer == word
    assert declared_answer(f'FINAL ANSWER: "{word}".', reader).answer == word


@needs_shared
@pytest.mark.parametrize("form", ["{}", "{}.", '"{}"', 'The origin of "admire" is "{}".', '"{}" (see above)'])
def test_every_word_of_the_papers_list_can_be_answered(form):
    text = (SHARED / "upstream" / "vertices.txt").read_text(encoding="utf-8")
    words = {word for line in CONNECTION.findall(text) for word in line}
    reader = Reader(words, "admire")
    misread = [w for w in words if declared_answer(f"FINAL ANSWER: {form.format(w)}", reader).answer != w]
    assert len(words) == 6003
    assert misread == []


def test_declared_part_is_kept_for_the_reader():
    declared = declared_answer("Steps.\nFINAL ANSWER: **workbench** or dad\nBye.", reader_of(WORDS))
    assert declared == (None, '"workbench" or dad')


MEGABYTE = 1_000_000
PROSE = "dad leads to admire. " * (MEGABYTE // 21)
DECLARATIONS = "FINAL ANSWER: dad\n" * (MEGABYTE // 18)
REPEATED = {
    "empty declarations": "FINAL ANSWER: ",
    "echoes": "FINAL ANSWER: YOUR_ANSWER ",
    "half a declaration": "final ",
    "one word": "a",
    "compound": "a-",
    "blanks": " ",
    "line ends": "\n",
    "blank lines": " \n",
    "hyphens": "-",
    "less-than": "<",
    "greater-than": ">",
    "tags without an end": "<b a",
    "tags": "<s>",
    "thinking": "<think>",
    "stray closings": "</think>",
    "asterisks": "*",
    "underscores": "_",
    "tildes": "~",
    "backticks": "`",
    "apostrophes": "'",
    "backslashes": "\\",
    "commands": "\\text",
    "braces": "\\text {",
    "comments": "<!--",
    "ampersands": "&",
    "full-width letters": "Ａ",
}


@pytest.mark.parametrize("unit", REPEATED.values(), ids=REPEATED)
def test_a_repetition_is_read_alike_however_long_it_is(unit):
    # In quadratic time the long ones take minutes.
    few, many = (unit * (size // len(unit)) for size in (MEGABYTE // 1000, MEGABYTE // 10))
    short, long = (answer_to(f"{filler}\nFINAL ANSWER: {filler}") for filler in (few, many))
    assert (short is None) == (long is None)


def test_answer_behind_a_long_reply_is_found():
    assert answer_to(f"{PROSE}\nFINAL ANSWER: workbench") == "workbench"
    assert answer_to(f"{DECLARATIONS}FINAL ANSWER: workbench") == "workbench"
    assert answer_to(f"FINAL ANSWER:{' ' * MEGABYTE}workbench") == "workbench"
