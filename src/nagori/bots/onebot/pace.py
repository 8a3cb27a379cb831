"""How long things with a OneBot program over WebSocket may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds; nobody has had a reason to set them, tests are less patient."""

    reply_s: float = 10.0
    """For the reply to a call."""
    wait_s: float = 20.0
    """For a connection, when a call wants to go out."""
    close_s: float = 2.0
    """For a connection to say good-bye."""
    first_pause_s: float = 1.0
    """Before the program is tried again, at first; it doubles with each try."""
    most_pause_s: float = 60.0
    steady_s: float = 30.0
    """A connection that held so long was a good one: the next pause is short again."""
