"""The words by which a reply speaks of a cipher, a shift or a decryption, as patterns."""

from __future__ import annotations

import re

from findorigin.tasks.caesar_clue.ciphers import LETTERS, NUMBER_WORDS

NUMBERS = {str(number): number for number in range(1, len(LETTERS))} | {
    word: number for number, word in NUMBER_WORDS.items()
}
_NUMBER = "|".join(sorted(NUMBERS, key=len, reverse=True))
SHIFTS = re.compile(
    r"\b(?:shift\w*|offset\w*|key|rotat\w*|displac\w*|mov(?:e|es|ed|ing))\b"
    rf"[^.\n\d]{{0,40}}?[-−–+]?\b({_NUMBER})\b"
    rf"|\brot[- ]?({_NUMBER})\b"
    rf"|\b({_NUMBER})[- ](?:letter|place|position|step|spot|character)s?\b",
    re.IGNORECASE,
)

_CAESAR = r"\bc(?:ae|æ|e)sar"
CAESAR = re.compile(_CAESAR, re.IGNORECASE)
NOT_CAESAR = re.compile(
    rf"(?:\bnot|n['’]t|\brather than|\binstead of|\bneither)\s(?:\w+\s){{0,4}}?{_CAESAR}", re.IGNORECASE
)
OTHER_NAMES = {
    "rot13": re.compile(r"\brot[- ]?(?:13|thirteen)\b", re.IGNORECASE),
    "atbash": re.compile(
        r"\batbash\b|\b(?:revers|mirror|invert)\w*(?: of)?(?: the)? alphabet"
        r"|\balphabet (?:is |was |has been )?(?:revers|mirror|invert)\w*",
        re.IGNORECASE,
    ),
}
CIPHER_NAME = re.compile(
    rf"{_CAESAR}|\bvigen|\bsubstitution\b|\btransposition\b|\batbash\b|\brot[- ]?\d+|\bshift cipher",
    re.IGNORECASE,
)

TRIED = re.compile(
    r"\b(?:decrypt|decod|decipher)(?:s|es|ed|ing)\b"
    r"|\bplain ?text(?: is| reads| would be|:)"
    r"|\b(?:hidden|secret|decrypted|decoded|coded) (?:message|text|phrase) (?:is|reads|says|would)"
    r"|\b(?:decrypted|decoded|solution|decryption)\W*:",
    re.IGNORECASE,
)
# Stands before the words that it takes back, in the same sentence.
NOT_TRIED = re.compile(
    r"(?:\b(?:cannot|unable to|could|would|without|not|needs? to be|to be|must be|before)\b|n['’]t\b)"
    r"[^.;\n]{0,50}$",
    re.IGNORECASE,
)
NOTICED = re.compile(
    r"\b(?:cipher|cypher|encrypt|encod)\w*|\b(?:coded|secret) (?:message|text)|\bcryptogra\w+", re.IGNORECASE
)
