// In which file a chapter stands, and under which name. One that a page begins with stands in the page's file alone.

/** Those that a page begins with and others ask for too, which have a file of their own as well. */
export const alsoAlone = ['email', 'knownWallet', 'userName'] as const

/** The file that is named after a chapter or a page, without its ending. */
export const fileOf = (name: string): string => name.replace(/[A-Z]/g, '-$&').toLowerCase()
