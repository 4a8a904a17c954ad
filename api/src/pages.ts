// Every address a person can open, and the built document that shows it. The public pages are a document of their
// own, so that the sign-in page does not load what only the account needs.

export const pages = {
  '/': 'public.html',
  '/sign-in': 'public.html',
  '/consent': 'public.html',
  '/device': 'public.html',
  '/sign-out': 'public.html',
  '/signed-out': 'public.html',
  '/error': 'public.html',
  '/account': 'account.html',
  '/account/wallets': 'account.html',
  '/account/sessions': 'account.html',
  '/account/applications': 'account.html',
} as const

export type PagePath = keyof typeof pages
export type PageDocument = (typeof pages)[PagePath]
