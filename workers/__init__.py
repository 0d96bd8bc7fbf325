"""What plays matches: the referee, its clocks and sessions with bots; the Celery app and its tasks."""
