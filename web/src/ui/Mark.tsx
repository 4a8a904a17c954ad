// The product's mark, in the colour of the text around it.
import { markPaths, markStrokes } from './mark-paths.ts'

/** @param size width and height in pixels */
export function Mark({ size, className = '' }: { size: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 100 100"
      width={size}
      height={size}
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {markPaths.braid.map((strand) => (
        <path key={strand} d={strand} strokeWidth={markStrokes.braid} />
      ))}
      <path d={markPaths.check} strokeWidth={markStrokes.check} />
    </svg>
  )
}
