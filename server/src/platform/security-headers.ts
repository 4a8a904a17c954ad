// The headers that every answer carries: what a page may load, what it may use (content security policy, CSP, with Trusted Types against
// XSS), and who may frame it (clickjacking).

const yearSeconds = 31_536_000

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Wallets announce their icons as data: addresses (EIP-6963).
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // Names no endpoint, so that nothing is sent. Only with it may the page read reports of what happened before its own scripts (CSP3 §5.5).
  'report-to page',
].join(';')

/** Of pictures that say who asks: a wallet shows them in windows of its own, which are another origin's. */
export const crossOriginImageHeaders = { 'cross-origin-resource-policy': 'cross-origin' }

/**
 * @param origin of this server; strict transport security is only told where there is a transport to secure
 * @returns header names in lower case, with their values
 */
export function createSecurityHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy,
    // For what does not know frame-ancestors.
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // Wallets that open a window of their own must be able to talk back.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(origin.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
}
