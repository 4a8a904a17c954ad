// The access token of a request, from the header Authorization only (RFC 6750 §2.1, RFC 9449 §7.1).

export type Credentials =
  | {
      readonly outcome: 'found'
      readonly scheme: 'Bearer' | 'DPoP'
      readonly token: string
      readonly proof: string | null
    }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'refused'; readonly description: string }

const refuse = (description: string): Credentials => ({ outcome: 'refused', description })

export function parseCredentials(headers: Headers): Credentials {
  const authorization = headers.get('authorization')
  if (authorization === null) return { outcome: 'missing' }
  // Repeated headers are joined with a comma, which neither a token nor a proof contains.
  const proof = headers.get('dpop')
  if (authorization.includes(',')) return refuse('Send exactly one Authorization header with one access token.')
  if (proof?.includes(',') === true) return refuse('Send exactly one DPoP header.')
  const [, scheme = '', token = ''] = /^(\S+) +([-\w.~+/]+=*)$/.exec(authorization) ?? []
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return { outcome: 'found', scheme: 'Bearer', token, proof: null }
    case 'dpop':
      if (proof === null) return refuse('Send the DPoP proof in the header DPoP.')
      return { outcome: 'found', scheme: 'DPoP', token, proof }
    default:
      return refuse('The header Authorization must be "Bearer TOKEN", or "DPoP TOKEN" with a proof in the header DPoP.')
  }
}
