"""Words with a full stop that does not end a sentence, and words that tell that it does.

All sets hold lower-case words without their last full stop. What they mean is in
``full_stops`` and ``sentence_guards``; to teach another abbreviation, add it to the set that describes it.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEVER_FINAL = _words("""
    mr mrs ms mx messrs mme mlle dr prof rev hon gov sen rep gen col lt maj capt cmdr sgt cpl pvt adm
    supt insp fr e.g i.e eg ie cf viz vs v ca approx incl esp resp op.cit ibid
    z.b d.h u.a bzw bspw vgl ggf evtl inkl hr sra srta dra sig dott
    डॉ श्री श्रीमती प्रो रु कु पं स्व मो
""")
"""Something always follows: titles before a name, ``e.g.``, ``vs.``."""

RARELY_FINAL = _words("""
    jr sr inc ltd co corp bros llc plc gmbh dept univ assn assoc est govt intl natl
    st ave blvd rd hwy mt ft apt bldg
    al et ed eds trans rev suppl repr proc acad sci biol chem phys med soc lett math symp conf
    hr hrs min mins yr yrs tel fax ext misc temp avg
    jan feb apr jun jul aug sept sep oct nov dec tue tues thu thur thurs fri
    calif conn colo fla mich minn okla tenn wis pa va ariz ont que
    ph.d u.s u.k e.u u.n d.c a.d b.c n.y l.a m.d b.a m.a b.s m.s j.d
""")
"""May end a sentence, and then a word of ``STARTERS`` follows: ``Inc.``, ``Jr.``, ``U.S.``."""

CAPITALISED = _words("mar may mon wed sat sun ill ind wash miss mass ore tex ark ala del ga")
"""Abbreviations only when written with a capital, since they are words otherwise."""

BEFORE_NUMBER = _words("""
    no nos nr num fig figs vol vols p pp pg sec secs sect art arts ch chs chap chaps eq eqs para paras
    pt pts ex exs tab tbl ref refs app cl cls reg regs r rr rule ver v col ll n nn ed abs bd cir
    c abb kap pág págs núm n° nº ص م
""")
"""Abbreviations only before a number: ``No. 5``, ``Fig. 3``, ``pp. 4``, but ``I said no.``"""

TIMES = _words("a.m p.m")
"""May end a sentence, unless a day, a month or a time zone follows."""

AFTER_TIME = _words("""
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
    january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec
    est edt et cst cdt ct mst mdt mt pst pdt pt gmt utc bst cet cest eastern central mountain pacific local
""")
"""What goes on after ``9 a.m.``"""

GERMAN_MONTHS = _words("januar februar märz april mai juni juli august september oktober november dezember")
"""What goes on after an ordinal: ``am 5. Mai``."""

STARTERS = _words("""
    the a an this that these those it its he she they we you i his her their our my your
    in on at as if when while after before since until once during under over for from to by with without
    but and or so yet nor however although though moreover furthermore nevertheless nonetheless meanwhile
    there here what why how who whom whose where which whether
    some many most all each every both few several one two three such another other others
    then thus hence therefore because instead still now today yesterday tomorrow later earlier
    not nobody nothing none please note also even only just perhaps maybe
    no yes is are was were do does did can could will would should may might must has have had let
""")
"""Words that begin sentences and are hardly ever part of a name."""

SHOUTED_NAMES = _words("yahoo jeopardy oklahoma yum")
"""Names written with an exclamation mark."""

SPEECH_VERBS = _words("""
    said says asked asks replied cried shouted whispered muttered murmured exclaimed demanded inquired
    enquired repeated remarked begged screamed yelled roared growled snapped wondered thought ejaculated
    interrupted protested insisted
""")
"""Verbs of a reporting clause after a quotation."""
