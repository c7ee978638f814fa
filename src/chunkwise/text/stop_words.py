"""Words that say nothing of what a text is about."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = _words("""
    a an the this that these those
    i me my mine myself we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself they them their theirs themselves
    am is are was were be been being do does did doing done have has had having
    can could will would shall should may might must
    and or but nor so if then else than because as until while
    of at by for with about against between into through during before after to from in out on off
    over under up down upon within without
    again further once here there when where why how what which who whom whose
    all any both each few more most other some such no not only own same too very just also
    s t d m o re ve ll
    don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't cannot couldn't shouldn't
    haven't hasn't hadn't i'm you're we're they're it's that's there's what's who's let's
    i've you've we've they've i'll you'll he'll she'll we'll they'll i'd you'd he'd she'd we'd they'd
""")
"""English function words, in lower case, as they are before stemming."""

CHINESE_QUESTIONS = (
    "什么", "什麼", "甚么", "甚麼", "哪些", "哪个", "哪個", "哪里", "哪裡", "哪裏", "哪儿", "哪兒", "哪",
    "谁", "誰", "多少", "怎么样", "怎麼樣", "怎么", "怎麼", "怎样", "怎樣", "如何", "为什么", "為什麼",
    "为何", "為何", "是否", "吗", "嗎", "呢", "请问", "請問",
)  # fmt: skip
"""Words that make a question of a sentence; they are dropped from queries, never from texts."""
