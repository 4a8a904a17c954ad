// The sign-in page, the inspector and the public pages have their own documents to stay small.

export const htmlFileByPagePath = {
  '/': 'public.html',
  '/sign-in': 'sign-in.html',
  '/consent': 'public.html',
  '/device': 'public.html',
  '/sign-out': 'public.html',
  '/signed-out': 'public.html',
  '/error': 'public.html',
  '/lost': 'public.html',
  '/inspector': 'inspector.html',
  '/account': 'account.html',
  '/account/wallets': 'account.html',
  '/account/passkeys': 'account.html',
  '/account/sessions': 'account.html',
  '/account/applications': 'account.html',
  '/account/activity': 'account.html',
  '/account/data': 'account.html',
} as const

/** Kept separate so that the sign-in page stays small. `:name` matches one path segment. */
export const htmlFileByAdminPagePath = {
  '/setup': 'admin.html',
  '/admin': 'admin.html',
  '/admin/people': 'admin.html',
  '/admin/people/:id': 'admin.html',
  '/admin/people/:id/:tab': 'admin.html',
  '/admin/sessions': 'admin.html',
  '/admin/applications': 'admin.html',
  '/admin/applications/:id': 'admin.html',
  '/admin/applications/:id/:tab': 'admin.html',
  '/admin/new-application': 'admin.html',
  '/admin/test-logins/:id': 'admin.html',
  '/admin/resources': 'admin.html',
  '/admin/resources/:id': 'admin.html',
  '/admin/new-resource': 'admin.html',
  '/admin/groups': 'admin.html',
  '/admin/groups/:id': 'admin.html',
  '/admin/groups/:id/:tab': 'admin.html',
  '/admin/new-group': 'admin.html',
  '/admin/activity': 'admin.html',
  '/admin/activity/:id': 'admin.html',
  '/admin/settings': 'admin.html',
  '/admin/settings/:tab': 'admin.html',
  '/admin/tokens': 'admin.html',
} as const

export type PagePath = keyof typeof htmlFileByPagePath
export type AdminPagePath = keyof typeof htmlFileByAdminPagePath
export type PageHtmlFile = (typeof htmlFileByPagePath)[PagePath] | (typeof htmlFileByAdminPagePath)[AdminPagePath]
