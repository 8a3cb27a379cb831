"""The command about a person."""

from typing import Annotated

import typer

from nagori.cli.session import session_of


def user(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(metavar="ID", help="The person, as in --user.")],
    time_zone: Annotated[
        str, typer.Option("--time-zone", metavar="ZONE", help="Such as Asia/Shanghai.")
    ],
) -> None:
    """Set a person's time zone, for dates and words like “last week”."""
    session = session_of(ctx)
    session.run(lambda n: n.set_time_zone(id, time_zone), creates=True)
    if session.json:
        session.out.document({"user": id, "time_zone": time_zone})
    else:
        session.out.say(session.words("zone_set", user=id, zone=time_zone))
