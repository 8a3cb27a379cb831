"""What every store must do, whatever is behind it: a suite for any backend.

```python
class TestMine(StoreContract):
    @pytest.fixture
    def new_store(self, tmp_path: Path) -> StoreMaker:
        return lambda: MyStore(tmp_path / "data")
```
"""

from nagori.testing.contract.attaching import AttachingContract
from nagori.testing.contract.base import StoreMaker
from nagori.testing.contract.chats import ChatContract
from nagori.testing.contract.corrections import CorrectionContract
from nagori.testing.contract.documents import DocumentContract
from nagori.testing.contract.domains import DomainContract, PracticeContract
from nagori.testing.contract.edge import KeyContract, ReplyContract, SettingContract
from nagori.testing.contract.embedding import EmbeddingContract
from nagori.testing.contract.erasure import ErasureContract
from nagori.testing.contract.failures import FailureContract
from nagori.testing.contract.filters import FilterContract
from nagori.testing.contract.groups import GroupContract, RoomContract, UsageContract
from nagori.testing.contract.jobs import JobContract, LifeContract, UserContract
from nagori.testing.contract.knowledge import KnowledgeContract
from nagori.testing.contract.memories import MemoryContract
from nagori.testing.contract.memorising import MemorisingContract
from nagori.testing.contract.pages import PageContract
from nagori.testing.contract.passages import PassageContract
from nagori.testing.contract.projects import ProjectContract
from nagori.testing.contract.proposals import ProposalContract
from nagori.testing.contract.records import RecordContract
from nagori.testing.contract.replacing import ReplacingContract
from nagori.testing.contract.rounds import RoundContract
from nagori.testing.contract.sharing import SharingContract
from nagori.testing.contract.shelf import ShelfContract
from nagori.testing.contract.stars import StarContract
from nagori.testing.contract.summaries import SummaryContract
from nagori.testing.contract.transfer import TransferContract
from nagori.testing.contract.trials import TrialContract
from nagori.testing.contract.turns import TurnContract

__all__ = ["StoreContract", "StoreMaker"]


class StoreContract(
    LifeContract,
    MemoryContract,
    MemorisingContract,
    ChatContract,
    ShelfContract,
    SummaryContract,
    TurnContract,
    ProposalContract,
    ReplacingContract,
    KeyContract,
    ReplyContract,
    SettingContract,
    PageContract,
    DocumentContract,
    PassageContract,
    FilterContract,
    EmbeddingContract,
    StarContract,
    GroupContract,
    TrialContract,
    RoomContract,
    CorrectionContract,
    UsageContract,
    KnowledgeContract,
    ProjectContract,
    AttachingContract,
    RecordContract,
    FailureContract,
    DomainContract,
    PracticeContract,
    RoundContract,
    JobContract,
    UserContract,
    ErasureContract,
    TransferContract,
    SharingContract,
):
    """Everything that `nagori.store.port` promises. Override `new_store`."""
