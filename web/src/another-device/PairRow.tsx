// The pair that a wallet on this phone will ask for, above the links that lead there. Its place is kept while there is none.
import type { ReactNode } from 'react'

/** @param label what it is; nothing keeps the place */
export function PairRow({ label, children }: { label?: string; children?: ReactNode }) {
  return (
    <p className="flex min-h-14 items-center justify-between gap-4">
      <span>{label}</span>
      {children}
    </p>
  )
}
