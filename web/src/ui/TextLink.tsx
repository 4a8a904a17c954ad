import type { ReactNode } from 'react'

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="inline-flex min-h-6 items-center text-seal underline decoration-1 underline-offset-4">
      {children}
    </a>
  )
}
