"""Group chats: who replies to whom, and which messages belong to one conversation."""
