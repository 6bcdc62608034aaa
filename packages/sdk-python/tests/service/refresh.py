"""One of many processes that use the same grant: reads the profile and ends."""

from __future__ import annotations

import sys

from svc import FileTokenStore, OAuth, Svc

base_url, client_id, file = sys.argv[1:]
with Svc(base_url, oauth=OAuth(client_id, FileTokenStore(file))) as svc:
    print(svc.me.get()["id"], end="")
