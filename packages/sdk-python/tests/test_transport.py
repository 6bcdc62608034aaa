from __future__ import annotations

import asyncio
import copy
import pickle
import re
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from unittest.mock import AsyncMock, patch

import httpx
from scripted import BASE_URL, Script, fail, respond

from svc import (
    AsyncSvc,
    AttemptReport,
    BurstLimit,
    Svc,
    SvcApiError,
    SvcConnectionError,
    SvcTimeoutError,
    UnitsLimit,
    VersionConflictError,
    __version__,
)

MESSAGE = {"id": "msg_1", "roomId": "room_1", "body": "Hello", "createdAt": "", "updatedAt": ""}
CUT = httpx.ReadError("cut")


class TransportTest(unittest.TestCase):
    def setUp(self) -> None:
        patcher = patch("svc.transport.time.sleep")
        self.addCleanup(patcher.stop)
        self.sleep = patcher.start()

    def waits(self) -> list[float]:
        return [call.args[0] for call in self.sleep.call_args_list]

    def test_sends_method_path_query_body_credential_and_a_key_for_a_write(self) -> None:
        script = Script(respond(MESSAGE, 201), respond({"data": [], "nextCursor": None}))
        svc = script.client()
        self.assertEqual(svc.rooms.messages.create("room/1", {"body": "Hé"}, request_id="mine"), MESSAGE)
        svc.rooms.tasks.list("room_1", limit=5)
        write, read = script.sent
        self.assertEqual((write.method, str(write.url)), ("POST", f"{BASE_URL}/v1/rooms/room%2F1/messages"))
        self.assertEqual(write.content, '{"body":"Hé"}'.encode())
        self.assertEqual(write.headers["authorization"], "Bearer svc_test_key")
        self.assertEqual(write.headers["x-request-id"], "mine")
        self.assertRegex(write.headers["user-agent"], r"^svc-sdk-python/\d")
        self.assertRegex(write.headers["idempotency-key"], r"^[0-9a-f-]{36}$")
        self.assertEqual((read.method, str(read.url)), ("GET", f"{BASE_URL}/v1/rooms/room_1/tasks?limit=5"))
        self.assertNotIn("idempotency-key", read.headers)

    def test_refuses_an_id_that_would_name_another_path(self) -> None:
        for wrong in ("", ".", "..", None):
            script = Script(respond({}))
            with self.assertRaises(ValueError):
                script.client().rooms.messages.create(wrong, {"body": "Hello"})  # type: ignore[arg-type]
            self.assertEqual(script.sent, [])

    def test_sends_a_write_again_under_the_same_key(self) -> None:
        running = fail(409, "idempotency_conflict", {"reason": "in_progress"})
        replies = (CUT, running, fail(500, "internal_error"), running, running, respond(MESSAGE, 201))
        script = Script(*replies)
        self.assertEqual(script.client(max_retries=4).rooms.messages.create("r", {"body": "Hello"}), MESSAGE)
        self.assertEqual(len({request.headers["idempotency-key"] for request in script.sent}), 1)
        self.assertEqual(len(script.sent), len(replies))

    def test_never_sends_a_refused_write_again(self) -> None:
        for status, code, details in (
            (409, "idempotency_conflict", {"reason": "mismatch"}),
            (409, "idempotency_conflict", {"reason": "result_unavailable"}),
            (409, "version_conflict", {"currentVersion": 3}),
            (429, "api_units_exceeded", {"kind": "monthly_units"}),
            (400, "validation_error", {"issues": []}),
            (403, "forbidden", None),
            (418, "newer_than_this_client", None),
        ):
            script = Script(fail(status, code, details, {"retry-after": "1"}))
            with self.subTest(code=code, details=details), self.assertRaises(SvcApiError) as caught:
                script.client().rooms.messages.create("r", {"body": "Hello"})
            error = caught.exception
            self.assertEqual((error.status, error.code, error.request_id), (status, code, "req_1"))
            self.assertEqual(len(script.sent), 1)

    def test_waits_as_long_as_a_refused_burst_asks_and_no_longer_than_it_is_allowed_to(self) -> None:
        def refused(seconds: str) -> httpx.Response:
            return fail(429, "rate_limit_exceeded", {"kind": "burst"}, {"retry-after": seconds})

        self.assertEqual(Script(refused("7"), respond({"id": "me"})).client().me.get(), {"id": "me"})
        self.assertTrue(7 <= self.waits()[0] < 7.5)
        script = Script(refused("120"))
        with self.assertRaises(SvcApiError):
            script.client().me.get()
        self.assertEqual(len(script.sent), 1)

    def test_raises_the_last_error_after_the_retries_it_has(self) -> None:
        script = Script(fail(503, "rate_limit_backend_unavailable", None, {"retry-after": "1"}))
        with self.assertRaises(SvcApiError):
            script.client(max_retries=2).me.get()
        self.assertEqual(len(script.sent), 3)
        for cause, maybe_executed in ((CUT, True), (httpx.ConnectError("refused"), False)):
            cut = Script(cause)
            with self.assertRaises(SvcConnectionError) as caught:
                cut.client().me.get(max_retries=0)
            self.assertEqual(caught.exception.maybe_executed, maybe_executed)
            self.assertEqual(len(cut.sent), 1)

    def test_an_error_tells_code_details_request_and_help(self) -> None:
        link = {"link": '<https://svc.test/docs/errors/version_conflict>; rel="help"'}
        script = Script(fail(409, "version_conflict", {"currentVersion": 3}, link))
        with self.assertRaises(VersionConflictError) as caught:
            script.client().rooms.tasks.update("r", "t", {"title": "New", "version": 2})
        error = caught.exception
        self.assertEqual(error.details, {"currentVersion": 3})
        self.assertEqual(error.docs_url, "https://svc.test/docs/errors/version_conflict")
        self.assertEqual(str(error), "It is version_conflict. (409 version_conflict, request req_1)")
        for copied in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            self.assertEqual((str(copied), copied.status), (str(error), 409))
        page = Script(httpx.Response(400, text="<html>Bad gateway</html>"))
        with self.assertRaises(SvcApiError) as unknown:
            page.client().me.get()
        self.assertEqual((unknown.exception.status, unknown.exception.code), (400, "unknown"))

    def test_gives_the_response_its_limits_and_whether_it_is_a_replay(self) -> None:
        headers = {
            "x-request-id": "req_9",
            "idempotent-replayed": "true",
            "ratelimit-limit": "120",
            "ratelimit-remaining": "119",
            "ratelimit-reset": "60",
            "svc-ratelimit-scope": "actor",
            "svc-api-units-used": "4",
            "svc-api-units-cost": "1",
        }
        svc = Script(respond({"id": "me"}, headers=headers)).client()
        outcome = svc.with_response(svc.me.get)
        self.assertEqual((outcome.data, outcome.status), ({"id": "me"}, 200))
        self.assertEqual((outcome.request_id, outcome.is_replay), ("req_9", True))
        self.assertEqual(outcome.limits.burst, BurstLimit(120, 119, 60, "actor", None))
        self.assertEqual(outcome.limits.units, UnitsLimit(None, None, 4, 1, None))
        self.assertEqual(svc.limits, outcome.limits)
        with self.assertRaises(TypeError):
            svc.with_response(lambda: 1)

    def test_reports_each_attempt_without_credential_or_body(self) -> None:
        reports: list[AttemptReport] = []
        script = Script(CUT, respond({"id": "me"}, headers={"x-request-id": "req_2"}))
        Svc(BASE_URL, api_key="k", http_client=script.http_client, on_attempt=reports.append).me.get()
        first, second = reports
        self.assertEqual((first.method, first.path, first.attempt, first.status), ("GET", "/v1/me", 1, None))
        self.assertIsNotNone(first.retry_in)
        self.assertEqual((second.attempt, second.status, second.request_id), (2, 200, "req_2"))
        self.assertIsNone(second.retry_in)

    def test_takes_exactly_one_credential(self) -> None:
        for credentials in ({}, {"api_key": ""}, {"api_key": "a", "access_token": "b"}):
            with self.assertRaises(TypeError):
                Svc(BASE_URL, **credentials)  # type: ignore[arg-type]
        script = Script(respond({"id": "me"}))
        Svc(BASE_URL, access_token=lambda: "made", http_client=script.http_client).me.get()
        self.assertEqual(script.sent[0].headers["authorization"], "Bearer made")

    def test_blames_a_header_that_cannot_be_sent_on_the_caller(self) -> None:
        script = Script(httpx.LocalProtocolError("Illegal header value"))
        with self.assertRaises(ValueError):
            script.client().me.get(headers={"x": "a\nb"})
        self.assertEqual(len(script.sent), 1)

    def test_walks_pages_as_they_are_needed_with_the_query_of_the_first(self) -> None:
        script = make_pages()
        self.assertEqual([room["id"] for room in script.client().rooms.list(limit=2)], ["a", "b", "c", "d"])
        self.assertEqual(
            [request.url.query.decode() for request in script.sent],
            ["limit=2", "limit=2&cursor=two", "limit=2&cursor=three"],
        )
        short = make_pages()
        self.assertEqual(len(short.client().rooms.list().to_list(limit=2)), 2)
        self.assertEqual(len(short.sent), 1)
        first = make_pages().client().rooms.list()
        following = first.next()
        self.assertEqual((len(first.data), following and len(following.data)), (2, 1))


def make_pages() -> Script:
    def page(ids: list[str], next_cursor: str | None) -> httpx.Response:
        return respond({"data": [{"id": name} for name in ids], "nextCursor": next_cursor})

    return Script(page(["a", "b"], "two"), page(["c"], "three"), page(["d"], None))


class AsyncTransportTest(unittest.IsolatedAsyncioTestCase):
    async def test_retries_reports_and_gives_the_response(self) -> None:
        script = Script(CUT, fail(500, "internal_error"), respond(MESSAGE, 201, {"x-request-id": "req_3"}))
        svc = script.async_client()
        with patch("svc.async_transport.anyio.sleep", AsyncMock()):
            outcome = await svc.with_response(svc.rooms.messages.create, "r", {"body": "Hello"})
        self.assertEqual((outcome.data, outcome.request_id), (MESSAGE, "req_3"))
        self.assertEqual(len({request.headers["idempotency-key"] for request in script.sent}), 1)

    async def test_walks_pages(self) -> None:
        script = make_pages()
        rooms = script.async_client().rooms.list(limit=2)
        self.assertEqual(len((await rooms).data), 2)
        self.assertEqual([room["id"] async for room in rooms], ["a", "b", "c", "d"])
        self.assertEqual(len(script.sent), 3)
        self.assertEqual(len(await make_pages().async_client().rooms.list().to_list(limit=3)), 3)

    async def test_keeps_the_replies_of_calls_at_the_same_time_apart(self) -> None:
        async def echo(request: httpx.Request) -> httpx.Response:
            await asyncio.sleep(0.01)
            return httpx.Response(200, json={}, headers={"x-request-id": request.headers["x-request-id"]})

        client = httpx.AsyncClient(transport=httpx.MockTransport(echo))
        svc = AsyncSvc(BASE_URL, access_token=self.make_token, http_client=client)
        ids = [f"req_{index}" for index in range(20)]
        outcomes = await asyncio.gather(*(svc.with_response(svc.me.get, request_id=name) for name in ids))
        self.assertEqual([outcome.request_id for outcome in outcomes], ids)

    async def make_token(self) -> str:
        return "made"


class TrickleHandler(BaseHTTPRequestHandler):
    """One byte at a time, each within every time limit."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-length", "1000")
        self.end_headers()
        try:
            for _ in range(40):
                self.wfile.write(b" ")
                self.wfile.flush()
                threading.Event().wait(0.05)
        except OSError:
            pass

    def log_message(self, *_: object) -> None:
        pass


class TimeoutTest(unittest.IsolatedAsyncioTestCase):
    def setUp(self) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), TrickleHandler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.base_url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def test_ends_an_attempt_at_its_timeout(self) -> None:
        with Svc(self.base_url, api_key="k", timeout=0.2, max_retries=0) as svc, self.assertRaises(SvcTimeoutError):
            svc.me.get()

    async def test_ends_an_attempt_of_the_async_client_too(self) -> None:
        async with AsyncSvc(self.base_url, api_key="k", timeout=0.2, max_retries=0) as svc:
            with self.assertRaises(SvcTimeoutError):
                await svc.me.get()


class DocumentTest(unittest.TestCase):
    def test_the_version_is_that_of_the_package(self) -> None:
        project = (Path(__file__).parent.parent / "pyproject.toml").read_text()
        self.assertEqual(re.findall('^version = "(.+)"$', project, re.MULTILINE), [__version__])


if __name__ == "__main__":
    unittest.main()
