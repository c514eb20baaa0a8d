"""What a game master corrects or undoes, with a preview of its effects."""
