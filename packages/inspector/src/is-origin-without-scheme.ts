// The commonest way in which an origin is written wrongly, told apart from the others so that people learn what is missing.
import { parseOriginUrl } from './check-message-origin.ts'

/** Whether a text would be an origin if it began with a scheme: `example.com`, `localhost:3000`. */
export const isOriginWithoutScheme = (text: string): boolean =>
  parseOriginUrl(text) === null && !text.includes('//') && parseOriginUrl(`https://${text.trim()}`) !== null
