"""What is known of text itself: tokens, sentences, numbering, boundaries."""
