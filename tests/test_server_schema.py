"""Generated requests over the whole API: no fault of the server, no undocumented answer."""

import contextlib

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from onfile.accounts import SCOPES, Accounts
from onfile.jobs import Jobs
from server_client import serving

N_EXAMPLES = 5  # of each operation; benchmarks/fuzz.py takes more


@pytest.fixture(scope="module")
def api(small_store, tmp_path_factory):
    """The application's schema, and a key that may do everything."""
    folder = tmp_path_factory.mktemp("fuzzed")
    options = {"allowed_hosts": "testserver", "questions_per_minute": 100_000}
    with serving(small_store, folder, **options) as client:
        nothing = {kind: lambda job, on_progress: {} for kind in ("ingest", "eval")}
        client.app.state.served.jobs = Jobs(client.engine.store, nothing)  # is tested elsewhere
        accounts = Accounts(client.engine.store)
        accounts.add("root", None, SCOPES)
        key = f"Bearer {accounts.create_key('root')[1]}"
        yield schemathesis.openapi.from_asgi("/api/openapi.json", client.app), key


def faults(operation, mode, key):
    """What is wrong with answers to generated requests, in words."""
    found = []
    # No schema can tell what is in a file, or which documents and rules there are (400).
    is_of_content = operation.path.startswith(("/api/uploads", "/api/acl/"))
    left_out = [positive_data_acceptance] if is_of_content else []

    @settings(
        max_examples=N_EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case):
        try:
            case.call_and_validate(headers={"Authorization": key}, excluded_checks=left_out)
        except schemathesis.errors.FailureGroup as group:
            found.extend(f"{operation.label}: {failure!r}" for failure in group.exceptions)

    with contextlib.suppress(Unsatisfiable):  # where nothing can be wrong, nothing is generated
        check()
    return found


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_to_a_generated_request_is_documented_and_no_fault(api, mode):
    schema, key = api
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 30
    found = [fault for one in operations for fault in faults(one, mode, key)]
    assert not found, "\n".join(found)
