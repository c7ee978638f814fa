"""PDF: from characters with boxes to blocks in reading order.

The order of the work, one file each: ``engine`` opens a file; ``chars`` reads the characters of a
page into ``segments`` (``right_to_left`` puts Arabic and Hebrew glyphs in order), ``pictures`` its
images, ``rulings`` its drawn lines; ``furniture`` finds running heads over all pages; ``tables`` and
``columns`` give each page its regions in reading order; ``lines`` joins segments to lines, of which
``unmapped`` leaves out those that say nothing; ``outline``, ``paragraphs``, ``lists``, ``drawings``
and ``headings`` make paragraphs of them; ``flow`` joins what goes on over a page; ``joining`` and
``writing`` make the canonical text.
"""
