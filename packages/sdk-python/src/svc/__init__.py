"""The Python client of the developer platform."""

from .async_client import AsyncSvc as AsyncSvc
from .authorization import AuthorizationApp as AuthorizationApp
from .authorization import PendingAuthorization as PendingAuthorization
from .authorization import begin_authorization as begin_authorization
from .authorization import finish_authorization as finish_authorization
from .authorization import finish_authorization_async as finish_authorization_async
from .call import AttemptReport as AttemptReport
from .call import WithResponse as WithResponse
from .client import Svc as Svc
from .errors import SvcApiError as SvcApiError
from .errors import SvcAuthorizationError as SvcAuthorizationError
from .errors import SvcConnectionError as SvcConnectionError
from .errors import SvcError as SvcError
from .errors import SvcTimeoutError as SvcTimeoutError
from .errors import SvcWebhookError as SvcWebhookError
from .file_token_store import FileTokenStore as FileTokenStore
from .generated.details import *
from .generated.errors import *
from .generated.events import *
from .generated.types import *
from .json_value import Json as Json
from .limits import BurstLimit as BurstLimit
from .limits import Limits as Limits
from .limits import UnitsLimit as UnitsLimit
from .pages import AsyncPage as AsyncPage
from .pages import AsyncPages as AsyncPages
from .pages import Page as Page
from .tokens import MemoryTokenStore as MemoryTokenStore
from .tokens import OAuth as OAuth
from .tokens import Tokens as Tokens
from .tokens import TokenStore as TokenStore
from .uploads import Attachment as Attachment
from .version import VERSION
from .webhooks import Delivery as Delivery
from .webhooks import is_v1 as is_v1
from .webhooks import is_v2 as is_v2
from .webhooks import unwrap as unwrap

__version__ = VERSION
