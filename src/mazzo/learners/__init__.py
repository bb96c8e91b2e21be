"""Learners: one file per family of algorithms, the arena in which they gain experience, and one driver for all."""
