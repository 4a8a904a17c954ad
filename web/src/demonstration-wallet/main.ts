// The demonstration wallet's entry.
export {}
