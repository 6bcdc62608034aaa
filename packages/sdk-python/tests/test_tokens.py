from __future__ import annotations

import asyncio
import os
import stat
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
from scripted import BASE_URL, Script, fail, respond

from svc import (
    AsyncSvc,
    AuthorizationApp,
    FileTokenStore,
    MemoryTokenStore,
    OAuth,
    Svc,
    SvcAuthorizationError,
    SvcConnectionError,
    Tokens,
    begin_authorization,
    finish_authorization,
    finish_authorization_async,
)

HOUR = 3600.0


def make_tokens(name: str, expires_in: float) -> Tokens:
    return Tokens(f"access-{name}", f"refresh-{name}", time.time() + expires_in)


def grant(name: object) -> httpx.Response:
    return respond({"access_token": f"access-{name}", "refresh_token": f"refresh-{name}", "expires_in": 3600})


def serve_grant() -> Script:
    """A service that lets each refresh token be used once, as the real one does."""
    generation = 0

    def answer(request: httpx.Request) -> httpx.Response:
        nonlocal generation
        if request.url.path != "/oauth/token":
            is_current = request.headers["authorization"] == f"Bearer access-{generation}"
            return respond({"id": "me"}) if is_current else fail(401, "unauthenticated")
        time.sleep(0.02)
        if parse_qs(request.content.decode())["refresh_token"] != [f"refresh-{generation}"]:
            return respond({"error": "invalid_grant"}, 400)
        generation += 1
        return grant(generation)

    return Script(answer)


def count_refreshes(script: Script) -> int:
    return sum(request.url.path == "/oauth/token" for request in script.sent)


def make_client(script: Script, store: MemoryTokenStore) -> Svc:
    return Svc(BASE_URL, oauth=OAuth("app_1", store), http_client=script.http_client)


class RefreshTest(unittest.TestCase):
    def test_refreshes_once_for_all_threads_before_the_token_expires_and_after_a_401(self) -> None:
        old = Tokens("access-old", "refresh-0", time.time() + HOUR)
        for first in (make_tokens("0", 10), old):
            script, store = serve_grant(), MemoryTokenStore(first)
            svc = make_client(script, store)
            with ThreadPoolExecutor(20) as pool:
                people = list(pool.map(lambda _, svc=svc: svc.me.get(), range(20)))
            self.assertEqual(people, [{"id": "me"}] * 20)
            self.assertEqual(count_refreshes(script), 1)
            self.assertEqual((store.load() or first).refresh_token, "refresh-1")

    def test_leaves_a_second_use_of_a_refresh_token_whose_response_was_lost_to_the_caller(self) -> None:
        script = Script(httpx.ReadError("cut"))
        with self.assertRaisesRegex(SvcConnectionError, "could not be refreshed"):
            make_client(script, MemoryTokenStore(make_tokens("0", 0))).me.get()
        self.assertEqual(len(script.sent), 1)

    def test_says_that_the_grant_has_ended_and_that_a_store_is_empty(self) -> None:
        script = Script(respond({"error": "invalid_grant", "error_description": "Gone."}, 400))
        for store, error in (
            (MemoryTokenStore(make_tokens("0", 0)), "invalid_grant"),
            (MemoryTokenStore(), "no_tokens"),
        ):
            with self.assertRaises(SvcAuthorizationError) as caught:
                make_client(script, store).me.get()
            self.assertEqual(caught.exception.error, error)


class AsyncRefreshTest(unittest.IsolatedAsyncioTestCase):
    async def test_refreshes_once_for_all_tasks_and_keeps_the_token_of_a_cancelled_one(self) -> None:
        script, store = serve_grant(), MemoryTokenStore(make_tokens("0", 0))
        oauth = OAuth("app_1", store, http_client=script.http_client)
        svc = AsyncSvc(BASE_URL, oauth=oauth, http_client=script.async_http_client)
        first = asyncio.ensure_future(svc.me.get())
        await asyncio.sleep(0.01)
        first.cancel()
        people = await asyncio.gather(*(svc.me.get() for _ in range(50)))
        self.assertEqual(people, [{"id": "me"}] * 50)
        self.assertEqual(count_refreshes(script), 1)
        self.assertTrue(first.cancelled())


class FileTokenStoreTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "inner" / "tokens.json"

    def test_keeps_tokens_for_their_owner_alone(self) -> None:
        store = FileTokenStore(self.file)
        self.assertIsNone(store.load())
        tokens = make_tokens("0", HOUR)
        store.save(tokens)
        loaded = FileTokenStore(str(self.file)).load()
        self.assertEqual(loaded and loaded.access_token, "access-0")
        self.assertAlmostEqual(loaded.expires_at if loaded else 0, tokens.expires_at, places=2)
        if os.name != "nt":
            self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)

    def test_takes_over_the_lock_of_a_process_that_has_died_once_for_all_that_wait(self) -> None:
        long_ago = time.time() - 60
        lock = Path(f"{self.file}.lock")
        lock.parent.mkdir()
        # The second lock has the mark of a process that died while it removed the first one's lock.
        for leftover in ([], [Path(f"{lock}.dead")]):
            for file in (lock, *leftover):
                file.write_text("dead" if file == lock else "")
                os.utime(file, (long_ago, long_ago))
            self.assertEqual(self.count_inside(), 1)
        self.assertEqual(self.count_inside(), 1)
        self.assertEqual(list(lock.parent.iterdir()), [])

    def count_inside(self) -> int:
        """The most threads that ever held the lock at once."""
        inside = most = 0
        guard = threading.Lock()

        def work(_: int) -> None:
            nonlocal inside, most
            with FileTokenStore(self.file).exclusively():
                with guard:
                    inside += 1
                    most = max(most, inside)
                time.sleep(0.002)
                with guard:
                    inside -= 1

        with ThreadPoolExecutor(10) as pool:
            list(pool.map(work, range(10)))
        return most


class AuthorizationTest(unittest.IsolatedAsyncioTestCase):
    app = AuthorizationApp(f"{BASE_URL}/", "app_1", "https://app.test/callback", client_secret="hush")

    async def test_exchanges_the_code_of_its_own_callback(self) -> None:
        pending = begin_authorization(self.app, ["me:read", "rooms:read"], resource=f"{BASE_URL}/v1")
        query = parse_qs(urlsplit(pending.url).query)
        self.assertTrue(pending.url.startswith(f"{BASE_URL}/oauth/authorize?"))
        self.assertEqual((query["scope"], query["state"]), (["me:read rooms:read"], [pending.state]))
        callback = f"https://app.test/callback?code=c&state={pending.state}&iss={BASE_URL}"
        script = Script(grant("0"))
        tokens = finish_authorization(self.app, callback, pending, http_client=script.http_client)
        same = await finish_authorization_async(self.app, callback, pending, http_client=script.async_http_client)
        self.assertEqual((tokens.access_token, same.refresh_token), ("access-0", "refresh-0"))
        form = parse_qs(script.sent[0].content.decode())
        self.assertEqual((form["code"], form["code_verifier"]), (["c"], [pending.code_verifier]))

    async def test_refuses_another_state_another_issuer_and_a_refusal(self) -> None:
        pending = begin_authorization(self.app, ["me:read"])
        mine = f"state={pending.state}&iss={BASE_URL}"
        for query, error in (
            (f"code=c&state=other&iss={BASE_URL}", "invalid_state"),
            (f"code=c&state={pending.state}&iss=https://evil.test", "invalid_issuer"),
            (f"error=access_denied&{mine}", "access_denied"),
            (mine, "no_code"),
        ):
            script = Script(grant("0"))
            with self.assertRaises(SvcAuthorizationError) as caught:
                url = f"https://app.test/callback?{query}"
                finish_authorization(self.app, url, pending, http_client=script.http_client)
            self.assertEqual((caught.exception.error, script.sent), (error, []))


if __name__ == "__main__":
    unittest.main()
