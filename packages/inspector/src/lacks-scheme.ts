// The commonest way in which an origin is written wrongly, told apart from the others so that people learn what is missing.
import { readOrigin } from './judge-origin.ts'

/** Whether a text would be an origin if it began with a scheme: `example.com`, `localhost:3000`. */
export const lacksScheme = (text: string): boolean =>
  readOrigin(text) === null && !text.includes('//') && readOrigin(`https://${text.trim()}`) !== null
