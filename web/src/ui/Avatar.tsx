// A picture that this site keeps, wherever one is shown: round, and in its place something else where there is none.
import { useState } from 'react'
import type { ReactNode } from 'react'
import { isSameOriginPath } from '../api/is-same-origin-path.ts'

interface AvatarProps {
  /** Its path on this site. */
  path: string | null
  /** Width and height in pixels. */
  size: number
  className?: string
  /** What is shown where there is no picture. */
  children?: ReactNode
}

/** It only repeats the name that stands beside it. */
export function Avatar({ path, size, className = '', children = null }: AvatarProps) {
  // By its address: another picture has another one, and is tried anew.
  const [missing, setMissing] = useState<string | null>(null)
  // A picture of another host would tell that host who looks at it; the content security policy forbids it as well.
  if (path === null || path === missing || !isSameOriginPath(path, location.origin)) return children
  return (
    <img
      src={path}
      alt=""
      width={size}
      height={size}
      onError={() => setMissing(path)}
      className={`shrink-0 rounded-full border border-line bg-sunk object-cover ${className}`}
    />
  )
}
