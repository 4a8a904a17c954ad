// Loads the image decoder (sharp) on first use, because it is large, and allows only some formats.
type Sharp = (typeof import('sharp'))['default']
let loaded: Promise<Sharp> | null = null

export const loadSharpImageLibrary = (): Promise<Sharp> => (loaded ??= importSharp())

async function importSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // Other formats are not needed, and SVG is active content.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  })
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
