// Distinguishes audit proofs (an export, an entry, a C2SP tlog-proof) from sign-in messages.

export const isAuditProofText = (text: string): boolean => /^\s*(?:\{\s*"|c2sp\.org\/tlog-proof@)/.test(text)
