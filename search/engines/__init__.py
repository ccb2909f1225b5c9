"""The engines that can hold the index, each behind ``search.engine``."""
