// Icons: 20 × 20, stroke 1.5, no fill. Those of the account are in SignedInPageIcon.tsx.

export const iconPaths = {
  copy: 'M7 7h8.5v9.5H7zM4.5 13V3.5H13',
  done: 'M4 10.5l4 4 8-9',
  leave: 'M8 3.5H3.75v13H8M8 10h8.5M13 6.5l3.5 3.5l-3.5 3.5',
  attention: 'M10 3.25l7.25 13H2.75zM10 8v4M10 14.1v.01',
  passkey: 'M6.75 10.5a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7zM9.25 9.5l7 7M13 13.25l2-2',
  phone: 'M6 2.5h8v15H6zM9.25 15h1.5',
  next: 'M7.5 4.5l5.5 5.5l-5.5 5.5',
} as const

export type IconName = keyof typeof iconPaths

export interface IconProps {
  size?: number | undefined
  className?: string | undefined
}

export function Icon({ name, ...rest }: IconProps & { name: IconName }) {
  return <SvgIcon path={iconPaths[name]} {...rest} />
}

export function SvgIcon({ path, size = 20, className = '' }: IconProps & { path: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  )
}
