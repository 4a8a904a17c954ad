// Waiting for another device, fetched when somebody wants it: most sign in with a wallet of this browser.
import { importAgain } from '../import-again.ts'

export const loadParts = importAgain(() => import('./parts.ts'))
