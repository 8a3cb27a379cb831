"""Who replies to whom in a busy group: fitting and measuring the scorer of `nagori.group`."""
