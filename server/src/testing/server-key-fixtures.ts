// The server key in tests; obviously not a real one.

export const testServerKey = Buffer.alloc(32, 7)
