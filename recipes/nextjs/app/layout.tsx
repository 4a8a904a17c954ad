import type { Viewport } from 'next'
import type { ReactNode } from 'react'

export const metadata = { title: 'Next.js with Countersign' }
export const viewport: Viewport = { colorScheme: 'light dark' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
