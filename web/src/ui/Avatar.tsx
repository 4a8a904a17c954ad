import { useState } from 'react'
import type { ReactNode } from 'react'
import { isSameOriginPath } from '../api/is-same-origin-path.ts'

interface AvatarProps {
  /** Path on this site, or null. */
  path: string | null
  size: number
  className?: string
  children?: ReactNode
}

export function Avatar({ path, size, className = '', children = null }: AvatarProps) {
  // Stores the path of the missing picture, so that a picture with another path is tried.
  const [missing, setMissing] = useState<string | null>(null)
  // A picture from another host would reveal the viewer to that host; the CSP forbids it too.
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
