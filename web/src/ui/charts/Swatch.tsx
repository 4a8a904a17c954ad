// A sample of how a part of a bar looks, beside its name.
import { useId } from 'react'
import { fills, overlays } from './bars.ts'
import type { BarLook } from './bars.ts'
import { patternId, Patterns } from './Patterns.tsx'

export function Swatch({ look }: { look: BarLook }) {
  const id = useId()
  return (
    <svg aria-hidden="true" width="14" height="14" className="shrink-0">
      <Patterns id={id} />
      <rect width="14" height="14" rx="2" className={fills[look]} />
      {overlays[look] && <rect width="14" height="14" rx="2" fill={`url(#${patternId(id, look)})`} />}
    </svg>
  )
}
