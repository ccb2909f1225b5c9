"""Questions and texts that nobody thought of: no fault of ours, and all answers as described."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig

from search.web.api.endpoints import ENDPOINTS, Endpoint
from search.web.api.openapi import description
from tests.web.api.rooms import PREFIX, application
from tests.web.api.test_description import closed

