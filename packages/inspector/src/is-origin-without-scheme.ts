// A missing scheme is the most common mistake in an origin, so it has its own error message.
import { parseOriginUrl } from './check-message-origin.ts'

/** Returns true for `example.com` and `localhost:3000`. */
export const isOriginWithoutScheme = (text: string): boolean =>
  parseOriginUrl(text) === null && !text.includes('//') && parseOriginUrl(`https://${text.trim()}`) !== null
