"""The parts of the store's contract, one noun each; `nagori.testing.store_contract` joins them."""

import pytest

pytest.register_assert_rewrite(
    *(
        f"nagori.testing.contract.{noun}"
        for noun in (
            "attaching",
            "chats",
            "domains",
            "edge",
            "embedding",
            "erasure",
            "failures",
            "filters",
            "jobs",
            "knowledge",
            "memories",
            "pages",
            "passages",
            "projects",
            "proposals",
            "records",
            "replacing",
            "rounds",
            "sharing",
            "shelf",
            "summaries",
            "transfer",
            "trials",
            "turns",
        )
    )
)
