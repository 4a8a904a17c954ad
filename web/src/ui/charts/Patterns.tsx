// The patterns of one chart, drawn once and referred to by its parts.
import { overlays } from './bars.ts'
import type { BarLook } from './bars.ts'

/** @param id of the chart: two of them on a page have patterns of their own */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {Object.entries(overlays).map(
        ([look, path]) =>
          path && (
            <pattern key={look} id={patternId(id, look as BarLook)} width="6" height="6" patternUnits="userSpaceOnUse">
              <path d={path} className="stroke-sheet" strokeWidth="1.4" fill="none" />
            </pattern>
          ),
      )}
    </defs>
  )
}

export const patternId = (id: string, look: BarLook): string => `${id}${look}`
