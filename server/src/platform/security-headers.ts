// Security headers against XSS (CSP with Trusted Types) and framing (clickjacking).

const yearSeconds = 31_536_000

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // Wallets announce their icons as data: URLs (EIP-6963).
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  // Lets the page's scripts read earlier policy violations (CSP3 §5.5); no report is ever sent.
  'report-to page',
].join(';')

/** Wallets show logos in their own windows, which have a different origin. */
export const crossOriginImageHeaders = { 'cross-origin-resource-policy': 'cross-origin' }

export function createSecurityHeaders(origin: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy,
    // Supports browsers without frame-ancestors.
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    // Wallets that open their own window must be able to send messages to this page.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(origin.startsWith('https:') && { 'strict-transport-security': `max-age=${yearSeconds}` }),
  }
}
