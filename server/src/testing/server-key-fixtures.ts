// The server's own key in tests: the same everywhere, and plainly no real one.

export const testServerKey = Buffer.alloc(32, 7)
