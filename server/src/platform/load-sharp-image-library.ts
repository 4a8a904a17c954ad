// The one library that decodes pictures (image decoder), with the formats alone that are shown here. It is native code and large, and most starts of a
// server never need it: it is loaded when the first picture comes.
type Sharp = (typeof import('sharp'))['default']
let loaded: Promise<Sharp> | null = null

export const loadSharpImageLibrary = (): Promise<Sharp> => (loaded ??= importSharp())

async function importSharp(): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  // It reads many more formats, whose decoders nobody here needs, and SVG, which is a program.
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
