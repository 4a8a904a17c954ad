import { expect, test } from 'vitest'
import { productLogoSvgPaths } from './product-logo-svg-paths.ts'

test('both strands of the logo braid start and end where they cross', () => {
  const ends = productLogoSvgPaths.braid
    .map((strand) => strand.slice(1).split('L'))
    .map((points) => [points[0], points.at(-1)])
  expect(ends[0]).toEqual(ends[1])
})
