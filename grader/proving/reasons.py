"""Why a check is there that alone catches nothing of what the proof tries.

`topograde verify --full` wants a reason for each such check, and none for the others.
"""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {}
