import { chartPatternPaths } from './bar-chart-types-and-colors.ts'
import type { ChartColor } from './bar-chart-types-and-colors.ts'

export function ChartFillPatterns({ id }: { id: string }) {
  return (
    <defs>
      {Object.entries(chartPatternPaths).map(
        ([look, path]) =>
          path && (
            <pattern
              key={look}
              id={getPatternId(id, look as ChartColor)}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
            >
              <path d={path} className="stroke-sheet" strokeWidth="1.4" fill="none" />
            </pattern>
          ),
      )}
    </defs>
  )
}

export const getPatternId = (id: string, look: ChartColor): string => `${id}${look}`
