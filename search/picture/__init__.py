"""The picture of a rule's neighbourhood: boxes placed, lines led, all drawn as SVG."""
