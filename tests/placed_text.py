"""Made-up page geometry: strings put at places, one text-layer line each."""

import numpy as np

CHAR_WIDTH = 5.0
LETTER_HEIGHT = 7.0


def place(*lines):
    """Text and boxes of ``(x, baseline, string)`` lines, in that order."""
    text = "\n".join(string for _, _, string in lines)
    boxes = np.full((len(text), 4), np.nan, np.float32)
    index = 0
    for x, baseline, string in lines:
        for column, char in enumerate(string):
            if not char.isspace():
                left = x + column * CHAR_WIDTH
                drop = 1.5 if char in "gjpqy,;()$" else 0.0
                boxes[index] = (
                    left,
                    baseline - LETTER_HEIGHT,
                    left + CHAR_WIDTH - 0.5,
                    baseline + drop,
                )
            index += 1
        index += 1
    return text, boxes
