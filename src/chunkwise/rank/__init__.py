"""From the stores' ranked lists to one order of answers; knows nothing of stores."""
