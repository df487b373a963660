"""Runners whose cells run in the Jupyter kernel of another language than Python; they hold no secret."""
