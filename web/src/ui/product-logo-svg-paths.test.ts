import { expect, test } from 'vitest'
import { productLogoSvgPaths, productLogoStrokeWidths } from './product-logo-svg-paths.ts'

test('the favicon is built from the paths of the product logo', async () => {
  const lines = productLogoSvgPaths.braid.map(
    (strand) => `    <path stroke-width="${productLogoStrokeWidths.braid}" d="${strand}"/>`,
  )
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <circle cx="50" cy="50" r="50" fill="#14573f"/>
  <g fill="none" stroke="#fbf8f0" stroke-linecap="round" stroke-linejoin="round" transform="translate(9 9) scale(.82)">
${lines.join('\n')}
    <path stroke-width="${productLogoStrokeWidths.check}" d="${productLogoSvgPaths.check}"/>
  </g>
</svg>
`
  await expect(icon).toMatchFileSnapshot('../../public/favicon.svg')
})

test('both strands of the logo braid start and end where they cross', () => {
  const ends = productLogoSvgPaths.braid
    .map((strand) => strand.slice(1).split('L'))
    .map((points) => [points[0], points.at(-1)])
  expect(ends[0]).toEqual(ends[1])
})
