// The product's logo, in the colour of the text around it.
import { productLogoPaths, productLogoStrokes } from './product-logo-paths.ts'

/** @param size width and height in pixels */
export function ProductLogo({ size, className = '' }: { size: number; className?: string }) {
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
      {productLogoPaths.braid.map((strand) => (
        <path key={strand} d={strand} strokeWidth={productLogoStrokes.braid} />
      ))}
      <path d={productLogoPaths.check} strokeWidth={productLogoStrokes.check} />
    </svg>
  )
}
