// Maps addresses to mailboxes for rate limits only; addresses are stored and disclosed as typed.

/** Ignores case, `+` tags (RFC 5233), dots and googlemail.com. */
export function normalizeEmailMailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  const plain = local.replace(/\+.*$/, '').replaceAll('.', '')
  return `${plain === '' ? local : plain}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}

const dayMs = 86_400_000

/** Reserves the day's last email for browsers trusted for a day, which throwaway accounts lack. */
export function getMaxDailyEmails(perDay: number, trustedSince: number | null, now: number): number {
  const isEstablished = trustedSince !== null && trustedSince <= now - dayMs
  return isEstablished ? perDay : Math.max(1, perDay - 1)
}
