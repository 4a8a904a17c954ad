// Drawings of the brand images as SVG: favicon, application icons and link preview images.
import { drawClosedSvgCurve } from '../../web/src/ui/draw-closed-svg-curve.ts'
import { productLogoStrokeWidths, productLogoSvgPaths } from '../../web/src/ui/product-logo-svg-paths.ts'

const paper = '#f5f1e7'
const ink = '#17212f'
const seal = '#14573f'
const onSeal = '#fbf8f0'
const fullTurn = 2 * Math.PI

/** Lighter than the seal color, so that it is visible on dark browser tabs too. */
const tabSeal = '#1f7a58'

const round = (value: number): number => Math.round(value * 10) / 10

/**
 * The favicon has no braid, because its lines would be thinner than a pixel at 16 × 16: only the outline
 * of the seal and the check mark remain.
 */
export const createFaviconSvg = (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <path fill="${tabSeal}" d="${drawClosedSvgCurve((angle) => 46.5 + 3.5 * Math.cos(8 * angle), 64)}"/>
  <path fill="none" stroke="${onSeal}" stroke-width="14" stroke-linecap="round" stroke-linejoin="round" d="M27 52L43 68L74 33"/>
</svg>
`

const drawLogo = (
  size: number,
  place: string,
): string => `<svg ${place} width="${size}" height="${size}" viewBox="0 0 100 100">
<circle cx="50" cy="50" r="50" fill="${seal}"/>
<g fill="none" stroke="${onSeal}" stroke-linecap="round" stroke-linejoin="round" transform="translate(9 9) scale(.82)">
${productLogoSvgPaths.braid.map((strand) => `<path stroke-width="${productLogoStrokeWidths.braid}" d="${strand}"/>`).join('')}
<path stroke-width="${productLogoStrokeWidths.check}" d="${productLogoSvgPaths.check}"/>
</g></svg>`

/** Opaque, because phones put transparent icons on black. `share` is the part of the width that the logo takes. */
export function createApplicationIconSvg(size: number, share: number): string {
  const logoSize = Math.round(size * share)
  const margin = (size - logoSize) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
<rect width="100%" height="100%" fill="${paper}"/>${drawLogo(logoSize, `x="${margin}" y="${margin}"`)}</svg>`
}

export const socialCardSize = { width: 1200, height: 630 } as const

/** Guilloche rings around the seal, with fine bands at the top and bottom. */
export function createSocialCardSvg(name: string | null): string {
  const { width, height } = socialCardSize
  const center = { x: name === null ? width / 2 : 306, y: height / 2 }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="100%" height="100%" fill="${paper}"/>
<g fill="none" stroke="${seal}" stroke-width="1.4">
${drawGuillocheRings()
  .map((path) => `<path opacity=".36" transform="translate(${center.x - 50} ${center.y - 50})" d="${path}"/>`)
  .join('')}
${[14, height - 14]
  .flatMap((y) => drawBand(width, y))
  .map((path) => `<path opacity=".55" d="${path}"/>`)
  .join('')}
</g>
<circle cx="${center.x}" cy="${center.y}" r="132" fill="${paper}"/>
${drawLogo(232, `x="${center.x - 116}" y="${center.y - 116}"`)}
${name === null ? '' : drawName(name)}
</svg>`
}

const drawName = (
  name: string,
): string => `<text x="600" y="318" font-family="Brand Serif" font-size="84" fill="${ink}">${name}</text>
<text x="604" y="376" font-family="Brand Sans" font-size="33" fill="#4d5663">Sign in with a wallet or a passkey</text>`

const drawGuillocheRings = (): string[] =>
  [
    { middle: 168, breadth: 28, waves: 12 },
    { middle: 222, breadth: 34, waves: 16 },
  ].flatMap(({ middle, breadth, waves }) =>
    Array.from({ length: 6 }, (_, strand) =>
      drawClosedSvgCurve((angle) => middle + breadth * Math.sin(waves * angle + (strand / 6) * fullTurn), waves * 8),
    ),
  )

const drawBand = (width: number, y: number): string[] =>
  Array.from({ length: 4 }, (_, strand) => {
    const points = Array.from({ length: width / 4 + 1 }, (_, index) => {
      const x = index * 4
      return `${x} ${round(y + 8 * Math.sin((x / 40 + strand / 4) * Math.PI))}`
    })
    return `M${points.join('L')}`
  })
