"""The order of versions: which of several bots of one name is the newest. Nothing here knows what has the versions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType


def newest_first(versions: Mapping[str, Path]) -> Mapping[str, Path]:
    """The same, the newest version first: in the order that Python packages use, so that 1.10 is newer than 1.9.

    What is no version by their rules ("spring") is older than what is, and in alphabetical order.
    """
    if len(versions) < 2:  # Nearly always; then the rules need not be loaded.
        return MappingProxyType(dict(versions))
    from packaging.version import InvalidVersion, Version

    def age(text: str) -> tuple[bool, Version, str]:
        try:
            return True, Version(text), text
        except InvalidVersion:
            return False, Version("0"), text

    return MappingProxyType({text: versions[text] for text in sorted(versions, key=age, reverse=True)})
