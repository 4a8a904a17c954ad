// The ways of signing in that an application can tell apart.

/** A key of an Ethereum or other EVM wallet, a contract wallet there, a key of a Solana wallet, a Bitcoin address, a passkey. */
export const ways = ['key', 'contract', 'solana', 'bitcoin', 'passkey'] as const
export type Way = (typeof ways)[number]
