// Column of the sign-in page. Notices are below the content, so that they move no heading.
import type { ReactNode } from 'react'
import { PublicPageLayout } from '../../../ui/PublicPageLayout.tsx'

export function SignInPageLayout({
  head,
  notices,
  children,
  foot,
}: {
  head: ReactNode
  notices?: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    <PublicPageLayout isTopFixed>
      <div className="grid content-start gap-6">
        {head}
        <div className="grid content-start gap-4">{children}</div>
        {notices}
        {foot}
      </div>
    </PublicPageLayout>
  )
}
