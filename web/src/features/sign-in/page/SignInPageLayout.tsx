// The one column of the sign-in page. It is as high as its tallest state, or as the window allows without scrolling, so that a
// change of state does not move what stands above it.
import type { ReactNode } from 'react'
import { PublicPageLayout } from '../../../ui/PublicPageLayout.tsx'

/** @param children the state that it is in */
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
