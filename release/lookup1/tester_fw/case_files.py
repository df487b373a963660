"""Reads and writes case files: a Fernet token over a dill of a list of dicts, one dict a case."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import Any, Union

import dill
from cryptography.fernet import Fernet, InvalidToken

from tester_fw.errors import (
    CaseFileDamagedError,
    CaseFileMissingError,
    MalformedKeyError,
    MissingModuleError,
    WrongKeyError,
)
from tester_fw.messages import shown

Case = dict[str, Any]  # the value of each input and of each output, by its name
PathLike = Union[str, "os.PathLike[str]"]  # a bar between them needs Python 3.10

PICKLE_PROTOCOL = 4  # the newest that every supported Python reads
TOKEN_VERSION = 0x80  # the first byte of a Fernet token
TOKEN_OVERHEAD = 57  # its version, time, initial vector and signature; the rest is whole blocks of 16


def read_cases(path: PathLike, key: bytes | str) -> list[Case]:
    """Return the cases in the file at `path`, each a dict of every input's and output's value.

    Args:
        path: of the case file.
        key: the Fernet key with which it was written.

    Raises:
        CaseFileError: the file is not there, is damaged, or was written with another key.
    """
    fernet = _fernet(path, key)
    return _checked(path, _unpickled(path, _decrypted(path, fernet, _token(path))))


def write_cases(path: PathLike, key: bytes | str, cases: list[Case]) -> None:
    """Write the cases to the file at `path`; whoever reads it meanwhile sees the old file or the new one.

    Args:
        path: of the case file.
        key: a Fernet key.
        cases: at least one.

    Raises:
        CaseFileError: the key is none, or there are no cases.
    """
    token = _fernet(path, key).encrypt(dill.dumps(_checked(path, cases), protocol=PICKLE_PROTOCOL))
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(token)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def _fernet(path: PathLike, key: bytes | str) -> Fernet:
    try:
        return Fernet(key)
    except (ValueError, TypeError, AttributeError):
        raise MalformedKeyError(path=path, key=shown(key, 60)) from None


def _token(path: PathLike) -> bytes:
    try:
        return Path(path).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        raise CaseFileMissingError(path=path, folder=Path.cwd()) from None


def _decrypted(path: PathLike, fernet: Fernet, token: bytes) -> bytes:
    try:
        return fernet.decrypt(token)
    except InvalidToken:
        if _looks_like_a_token(token):
            raise WrongKeyError(path=path) from None
        raise CaseFileDamagedError(path=path, reason="it is not a Fernet token") from None


def _looks_like_a_token(token: bytes) -> bool:
    try:
        content = base64.urlsafe_b64decode(token)
    except ValueError:
        return False
    size = len(content) - TOKEN_OVERHEAD
    return content[:1] == bytes([TOKEN_VERSION]) and size > 0 and size % 16 == 0


def _unpickled(path: PathLike, pickled: bytes) -> Any:
    try:
        return dill.loads(pickled)  # noqa: S301 - the token is signed with the key of the notebook
    except ModuleNotFoundError as error:
        module = error.name or str(error)
        raise MissingModuleError(path=path, module=module, package=module.partition(".")[0]) from None
    except Exception as error:
        # An unpickler that meets bytes it does not know may raise anything.
        raise CaseFileDamagedError(path=path, reason=f"it cannot be unpickled: {error}") from None


def _checked(path: PathLike, cases: Any) -> list[Case]:
    if not isinstance(cases, list) or not all(isinstance(case, dict) for case in cases):
        raise CaseFileDamagedError(path=path, reason=f"it is not a list of dicts but {shown(cases, 60)}")
    if not cases:
        raise CaseFileDamagedError(path=path, reason="it holds no cases")
    return cases
