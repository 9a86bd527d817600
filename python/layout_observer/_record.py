"""Answers as records: a dataclass per kind of object, filled from JSON.

A record keeps what it does not know in `extra`, so an answer of a newer server loses nothing.
"""
from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar


@dataclass(repr=False)
class Record:
    """What all records share. `extra` has the members that this version of the package does not know."""

    _inner: ClassVar[dict[str, type]] = {}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Any:
        """The record of a JSON object; members that are objects become records, too."""
        record = cls()
        known = {f.name for f in fields(cls)}
        record.extra, record._given = {}, set()
        for key, item in value.items():
            name = key if key in known else key + "_"
            if name not in known:
                record.extra[key] = item
                continue
            record._given.add(name)
            inner = cls._inner.get(key)
            setattr(record, name, _made(inner, item) if inner else item)
        return record

    def to_json(self) -> dict[str, Any]:
        """The JSON object again: what nobody gave is left out."""
        given = getattr(self, "_given", ())
        told = {f.name: getattr(self, f.name) for f in fields(self)}
        told = {k[:-1] if k.endswith("_") else k: _plain(v) for k, v in told.items() if k in given or (v is not None and v != [])}
        return {**told, **getattr(self, "extra", {})}

    def __repr__(self) -> str:
        told = ((f.name, getattr(self, f.name)) for f in fields(self))
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%r" % (k, v) for k, v in told if v is not None and v != []))


def _made(inner: type, item: Any) -> Any:
    if isinstance(item, list):
        return [_made(inner, each) for each in item]
    return inner.from_json(item) if isinstance(item, dict) else item


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_json()
    return [_plain(each) for each in value] if isinstance(value, list) else value


__all__ = ["Record", "field"]
