"""Small exact functions with one right answer: returns, losses, exploration, replay. Unbatched; the caller vmaps."""
