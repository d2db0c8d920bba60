"""The realtime process: Socket.IO connections of open pages, and the events that they receive."""
