from __future__ import annotations

from typing import AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, TypeVar

Item = TypeVar("Item")


class Page(Generic[Item]):
    """One page of a list. Iterating walks the items of this page and of all that follow, reading each page when it is reached."""

    def __init__(self, data: list[Item], next_cursor: str | None, read: Callable[[str], Page[Item]]) -> None:
        self.data = data
        self.next_cursor = next_cursor
        """None on the last page."""
        self._read = read

    def next(self) -> Page[Item] | None:
        """The next page, or None after the last one."""
        return None if self.next_cursor is None else self._read(self.next_cursor)

    def pages(self) -> Iterator[Page[Item]]:
        page: Page[Item] | None = self
        while page is not None:
            yield page
            page = page.next()

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.data

    def to_list(self, *, limit: int) -> list[Item]:
        """The items of all pages, at most `limit` of them: a list has no end that its reader could know."""
        items: list[Item] = []
        for page in self.pages():
            items.extend(page.data[: limit - len(items)])
            if len(items) >= limit:
                break
        return items


class AsyncPage(Generic[Item]):
    """One page of a list; `async for` walks on from here."""

    def __init__(self, data: list[Item], next_cursor: str | None, read: Callable[[str], AsyncPages[Item]]) -> None:
        self.data = data
        self.next_cursor = next_cursor
        """None on the last page."""
        self._read = read

    async def next(self) -> AsyncPage[Item] | None:
        """The next page, or None after the last one."""
        return None if self.next_cursor is None else await self._read(self.next_cursor)

    async def pages(self) -> AsyncIterator[AsyncPage[Item]]:
        page: AsyncPage[Item] | None = self
        while page is not None:
            yield page
            page = await page.next()

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.data:
                yield item


class AsyncPages(Generic[Item]):
    """Awaited, it is the first page; `async for` walks the items of all pages."""

    def __init__(self, read_first: Callable[[], Awaitable[AsyncPage[Item]]]) -> None:
        self._read_first = read_first
        self._first: AsyncPage[Item] | None = None

    def __await__(self) -> Generator[object, None, AsyncPage[Item]]:
        return self._load().__await__()

    async def pages(self) -> AsyncIterator[AsyncPage[Item]]:
        async for page in (await self._load()).pages():
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def to_list(self, *, limit: int) -> list[Item]:
        """The items of all pages, at most `limit` of them: a list has no end that its reader could know."""
        items: list[Item] = []
        async for page in self.pages():
            items.extend(page.data[: limit - len(items)])
            if len(items) >= limit:
                break
        return items

    async def _load(self) -> AsyncPage[Item]:
        if self._first is None:
            self._first = await self._read_first()
        return self._first
