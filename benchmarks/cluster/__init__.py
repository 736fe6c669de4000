"""What a cluster costs."""
