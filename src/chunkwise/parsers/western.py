"""Whether a text is plausible in one Western European language, judged by its letters."""

from __future__ import annotations

# The letters beyond ASCII that each language uses; French and Portuguese quote foreign names, so
# a few strays are allowed below.
_ALPHABETS: tuple[frozenset[str], ...] = tuple(
    frozenset(letters + letters.upper())
    for letters in (
        "äöüßéàèç",  # German, with the accents of its loan words
        "àâæçéèêëîïôœùûüÿ",  # French
        "áéíóúüñºª",  # Spanish
        "áâãàçéêíóôõúü",  # Portuguese
        "àèéìíîòóùú",  # Italian
        "æøåéèêóòâôäö",  # Danish, Norwegian
        "åäöéüà",  # Swedish, Finnish
        "áðéíóúýþæö",  # Icelandic
        "áéíóúëïöüèê",  # Dutch
        "àéèíïóòúüç",  # Catalan
        "áéíóúâêîôûŵŷ",  # Irish, Welsh
    )
)
_SIGNS = frozenset("€‚„…†‡ˆ‰‹‘’“”•–—˜™›\xa0¡¢£¥§¨©ª«¬\xad®¯°±²³´µ¶·¸¹º»¼½¾¿×÷\ufeff")
_BETWEEN_LETTERS = frozenset("’‘·\xad´")
_STRAYS = 0.05


def is_western(text: str) -> bool:
    """Whether the characters beyond ASCII are the signs and letters of one Western language.

    Used to tell cp1252 from its look-alikes: bytes of Polish or Czech read as cp1252 give letters
    that no single Western language has together, or signs inside words.

    >>> is_western("Größe"), is_western("pìíli\\x9a")
    (True, False)
    """
    letters: list[str] = []
    for at, character in enumerate(text):
        if character < "\x80":
            continue
        if character.isalpha() and character not in "ªºµ":
            letters.append(character)
        elif character not in _SIGNS or _is_inside_word(text, at):
            return False
    if not letters:
        return True
    fewest = min(sum(1 for c in letters if c not in alphabet) for alphabet in _ALPHABETS)
    return fewest <= _STRAYS * len(letters)


def _is_inside_word(text: str, at: int) -> bool:
    """Whether a sign stands between two letters, where only an apostrophe may."""
    if text[at] in _BETWEEN_LETTERS or text[at] in "–—…/°":
        return False
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return before.islower() and after.islower()
