"""Ask the driver directly what every message asks, in SQL that was compiled once.

SQLAlchemy remembers what a statement is in SQL. But to find it again, to make a result of the answer and to
learn what its columns are takes several times as long as SQLite takes to answer. What every message asks is
therefore a `PreparedQuery`: a statement as any other, compiled once for each kind of database and then put to
the driver, in the transaction of who asks. Values go in and come out as the types of their columns want it,
and trouble has the names that it has elsewhere.

What a session has in mind and has not written yet no question sees: `Session.flush` comes before it.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import class_mapper
from sqlalchemy.types import TypeEngine
from sqlmodel import Session

Row = tuple[Any, ...]
Asker = Session | Connection  # in whose transaction it is asked
Change = Callable[[Any], Any]
Told = TypeVar("Told")
RowOf = TypeVar("RowOf")


class InWords(Struct, frozen=True):
    """A statement in the SQL of one kind of database.

    *given* are the names of its values, in their sequence, and *told* the columns of its rows, each with what
    is done to it on the way, or None.
    """

    text: str
    given: Sequence[tuple[str, Change | None]]
    told: Sequence[Change | None]
    fixed: dict[str, Any]  # values that stand in the statement itself
    is_by_name: bool

    def values(self, said: dict[str, Any]) -> Any:
        """As the driver wants them. Raises KeyError for one that is missing."""
        whole = self.fixed | said if self.fixed else said
        changed = [(name, change(whole[name]) if change else whole[name]) for name, change in self.given]
        return dict(changed) if self.is_by_name else [value for _, value in changed]

    def row(self, found: Sequence[Any]) -> Row:
        return tuple(change(it) if change else it for it, change in zip(found, self.told, strict=True))


class PreparedQuery:
    """A statement with named values, none of them a list; in one that writes each column is one, too."""

    def __init__(self, statement: Any) -> None:
        self._statement = statement
        self._known: dict[str, InWords] = {}

    def rows(self, asker: Asker, **values: Any) -> list[Row]:
        """Every row of the answer. Raises as `Connection.execute` does."""

        def ask(cursor: Any, words: InWords) -> list[Row]:
            cursor.execute(words.text, words.values(values))
            return [words.row(found) for found in cursor]

        return self._put(asker, values, ask)

    def first(self, asker: Asker, **values: Any) -> Row | None:
        def ask(cursor: Any, words: InWords) -> Row | None:
            cursor.execute(words.text, words.values(values))
            found = cursor.fetchone()
            return None if found is None else words.row(found)

        return self._put(asker, values, ask)

    def do(self, asker: Asker, **values: Any) -> None:
        """For one that writes: every column without a default of the database is to be given."""

        def ask(cursor: Any, words: InWords) -> None:
            cursor.execute(words.text, words.values(values))

        self._put(asker, values, ask)

    def do_each(self, asker: Asker, rows: Sequence[dict[str, Any]]) -> None:
        """As `do` with each of these, at least one, by one call of the driver; all name the same columns."""

        def ask(cursor: Any, words: InWords) -> None:
            cursor.executemany(words.text, [words.values(row) for row in rows])

        self._put(asker, rows[0], ask)

    def _put(self, asker: Asker, values: dict[str, Any], ask: Callable[[Any, InWords], Told]) -> Told:
        """*ask* a cursor of the driver in the words that are known; of the *values* only the names count."""
        connection = asker if isinstance(asker, Connection) else asker.connection()
        words = self._known.get(connection.dialect.name) or self._learnt(connection.dialect, values)
        driver: Any = connection.connection.driver_connection
        errors: Any = connection.dialect.loaded_dbapi.Error
        cursor = driver.cursor()
        try:
            return ask(cursor, words)
        except errors as fault:
            is_lost = connection.dialect.is_disconnect(fault, driver, cursor)
            raise DBAPIError.instance(
                words.text, None, fault, errors, hide_parameters=True, connection_invalidated=is_lost
            ) from fault
        finally:
            cursor.close()

    def _learnt(self, dialect: Dialect, values: dict[str, Any]) -> InWords:
        compiled = self._statement.compile(dialect=dialect, column_keys=list(values))
        names = compiled.positiontup if compiled.positional else list(compiled.binds)
        given = [(name, _way_in(compiled.binds[name].type, dialect)) for name in names]
        told = [_way_out(column.type, dialect) for column in getattr(self._statement, "exported_columns", ())]
        fixed = {name: bind.value for name, bind in compiled.binds.items() if not bind.required}
        self._known[dialect.name] = InWords(compiled.string, given, told, fixed, not compiled.positional)
        return self._known[dialect.name]


def as_row(kind: type[RowOf], told: dict[str, Any]) -> RowOf:
    """What a question told as a row that no session keeps book of: all columns that anybody will ask for.

    It is made as SQLAlchemy makes one that it has loaded. The constructor of SQLModel does with each value
    what pydantic would, and tells SQLAlchemy that it has changed.
    """
    row: RowOf = class_mapper(kind).class_manager.new_instance()  # in a new process nothing is mapped before
    row.__dict__.update(told)
    return row


def _way_in(kind: TypeEngine[Any], dialect: Dialect) -> Change | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _way_out(kind: TypeEngine[Any], dialect: Dialect) -> Change | None:
    return kind.dialect_impl(dialect).result_processor(dialect, None)
