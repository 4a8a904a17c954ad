// Tells what is pasted apart, by how it begins: a sign-in message, or what is about the log (an export, a line of it, a proof of C2SP tlog-proof), which no
// sign-in message of any chain family begins like.

/** Whether a text is for the check of proofs. */
export const isAuditProofText = (text: string): boolean => /^\s*(?:\{\s*"|c2sp\.org\/tlog-proof@)/.test(text)
