// Which mailbox an address reaches, as far as rate limits are concerned (email normalization, plus addressing). Never an
// identity: an address is stored, mailed to and told to applications as it was typed.

/**
 * Folds the spellings that reach one mailbox at common providers: case, a tag after `+` (RFC 5233), dots, and
 * googlemail.com for gmail.com. Providers that tell dots apart give two people one budget, which costs them a wait.
 * @param address one that `isEmailAddress` accepts
 */
export function normalizeEmailMailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const plain = local.replace(/\+.*$/, '').replaceAll('.', '')
  return `${plain === '' ? local : plain}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}

const dayMs = 86_400_000

/**
 * How many mails a mailbox may have been sent today for one more to go out. The last one is kept for a browser that its
 * person has been known by for a day: a browser that is merely known proves little, because the first one of a
 * throw-away person is known by a step-up.
 * @param trustedSince when the browser became known to the person; null where it is not
 */
export function getMaxDailyEmails(perDay: number, trustedSince: number | null, now: number): number {
  const isEstablished = trustedSince !== null && trustedSince <= now - dayMs
  return isEstablished ? perDay : Math.max(1, perDay - 1)
}
