from __future__ import annotations

from typing import Mapping, Sequence, Union

Json = Union[str, int, float, bool, None, Sequence["Json"], Mapping[str, "Json"]]
"""Any JSON value: the type of everything that the description leaves open."""
