"""The parts of the store's contract, one noun each; `nagori.testing.store_contract` joins them."""

import pytest

pytest.register_assert_rewrite(
    *(
        f"nagori.testing.contract.{noun}"
        for noun in (
            "chats",
            "edge",
            "embedding",
            "erasure",
            "filters",
            "jobs",
            "memories",
            "pages",
            "passages",
            "proposals",
            "replacing",
            "sharing",
            "shelf",
            "summaries",
            "transfer",
            "turns",
        )
    )
)
