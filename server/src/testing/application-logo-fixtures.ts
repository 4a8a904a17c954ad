// Valid and invalid logo images.
import sharp from 'sharp'
import type { ApplicationLogoFile, ApplicationLogoResult } from '../store/applications/application-logo.ts'

export const encodeLatin1 = (content: string): Buffer => Buffer.from(content, 'latin1')

const drawPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c03' } })
export const createPngImage = async (width = 64, height = 64, rest = ''): Promise<Buffer> =>
  Buffer.concat([await drawPicture(width, height).png().toBuffer(), encodeLatin1(rest)])

export const unwrapLogoResultForTests = (reading: ApplicationLogoResult): ApplicationLogoFile => {
  if ('fault' in reading) throw new Error(reading.fault)
  return reading.logo
}
