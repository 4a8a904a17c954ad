// Column of the sign-in page. Its minimum height fits the tallest state, so that nothing shifts.
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
    <PublicPageLayout>
      <div className="grid min-h-[min(43rem,100dvh-8.5rem)] content-start gap-6">
        {head}
        {notices}
        <div className="grid content-start gap-4">{children}</div>
        {foot}
      </div>
    </PublicPageLayout>
  )
}
