// Waiting for another device, fetched when somebody wants it: most sign in with a wallet of this browser.

export const loadParts = () => import('./parts.ts')
