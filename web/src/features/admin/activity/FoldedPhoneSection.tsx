import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

const wideWindow = () => matchMedia('(min-width: 40rem)')

function onWidthChange(react: () => void): () => void {
  const query = wideWindow()
  query.addEventListener('change', react)
  return () => query.removeEventListener('change', react)
}

/** Open on wide windows, folded on phones. */
export function FoldedPhoneSection({ title, children }: { title: string; children: ReactNode }) {
  const isWide = useSyncExternalStore(onWidthChange, () => wideWindow().matches)
  return (
    <section aria-label={title}>
      <details open={isWide}>
        <summary className="mb-3">
          <h2 className="inline text-lead">{title}</h2>
        </summary>
        <div className="grid grid-cols-1 gap-3">{children}</div>
      </details>
    </section>
  )
}
